import type { Board } from "../board.ts";

/** The interface needs an anonymous token. */
export const dayforce: Board = {
  name: "dayforce",
  verdict: "recognised",
  domains: ["dayforcehcm.com"],
  marks: [/\bjobs\.dayforcehcm\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?([\w-]+)\/([\w-]+)/],
};
