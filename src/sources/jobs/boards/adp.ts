import type { Board } from "../board.ts";

/** Script-only pages. */
export const adp: Board = {
  name: "adp",
  verdict: "recognised",
  domains: ["adp.com"],
  marks: [
    /\bworkforcenow\.adp\.com\/[\w./-]*recruitment\.html\?[^"'\s<>]*?\bcid=([0-9a-f-]{36})/i,
    /\bmyjobs\.adp\.com\/([\w-]+)/i,
  ],
};
