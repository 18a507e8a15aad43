import type { Board } from "../board.ts";

/** Pages are behind a firewall. */
export const pageup: Board = {
  name: "pageup",
  verdict: "recognised",
  domains: ["pageuppeople.com"],
  marks: [/\bcareers\.pageuppeople\.com\/(\d+)/i],
};
