import { type Board, subdomainOf } from "../board.ts";

/** The interface needs a token made in the page. */
export const cornerstone: Board = {
  name: "cornerstone",
  verdict: "recognised",
  domains: ["csod.com"],
  marks: [subdomainOf("csod\\.com")],
};
