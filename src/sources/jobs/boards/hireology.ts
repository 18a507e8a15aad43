import { type Board, segmentAfter } from "../board.ts";

/** The interface wants a bearer that the page makes for its own script. */
export const hireology: Board = {
  name: "hireology",
  verdict: "recognised",
  domains: ["hireology.com"],
  marks: [segmentAfter("careers\\.hireology\\.com", "api|static")],
};
