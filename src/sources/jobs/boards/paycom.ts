import type { Board } from "../board.ts";

/** Script-only pages. */
export const paycom: Board = {
  name: "paycom",
  verdict: "recognised",
  domains: ["paycomonline.net"],
  marks: [/\bpaycomonline\.net\/v4\/ats\/web\.php\/portal\/([0-9a-f]{32})/i],
};
