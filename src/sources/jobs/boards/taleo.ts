import type { Board } from "../board.ts";

/** Pages need a session. */
export const taleo: Board = {
  name: "taleo",
  verdict: "recognised",
  domains: ["taleo.net"],
  marks: [/\/\/([\w-]{1,63})\.taleo\.net\/careersection/i, /\b\w+\.tbe\.taleo\.net\/[^"'\s<>]*?[?&]org=([\w-]+)/i],
};
