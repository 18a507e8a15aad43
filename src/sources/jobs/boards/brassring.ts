import type { Board } from "../board.ts";

/** Pages need a session. */
export const brassring: Board = {
  name: "brassring",
  verdict: "recognised",
  domains: ["brassring.com"],
  marks: [/\bsjobs\.brassring\.com\/[^"'\s<>]*?[?&]partnerid=(\d+)[^"'\s<>]*?siteid=(\d+)/i],
};
