import { type Board, segmentAfter } from "../board.ts";

/** Static pages without a feed. */
export const kula: Board = {
  name: "kula",
  verdict: "recognised",
  domains: ["kula.ai"],
  marks: [segmentAfter("careers\\.kula\\.ai", "api|_next|static")],
};
