import { type Board, subdomainOf } from "../board.ts";

/** Pages are behind a firewall. */
export const avature: Board = {
  name: "avature",
  verdict: "recognised",
  domains: ["avature.net"],
  marks: [subdomainOf("avature\\.net")],
  hasOwnHosts: true,
};
