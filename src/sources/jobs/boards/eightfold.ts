import { type Board, subdomainOf } from "../board.ts";

/** Pages are behind a firewall. */
export const eightfold: Board = {
  name: "eightfold",
  verdict: "recognised",
  domains: ["eightfold.ai"],
  marks: [subdomainOf("eightfold\\.ai", "static")],
  hasOwnHosts: true,
  assets: ["vscdn.net"],
};
