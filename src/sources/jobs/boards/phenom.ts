import type { Board } from "../board.ts";

/** The interface needs a token of the page. */
export const phenom: Board = {
  name: "phenom",
  verdict: "recognised",
  domains: ["phenompeople.com"],
  marks: [],
  hasOwnHosts: true,
  assets: ["phenom.com"],
};
