import type { Board } from "../board.ts";

/** An undocumented interface without texts or dates; its pages check for people. */
export const dover: Board = {
  name: "dover",
  verdict: "recognised",
  domains: ["dover.com", "dover.io"],
  marks: [
    /\bapp\.dover\.(?:com|io)\/(?:jobs|apply)\/([\w.%-]{1,100})/i,
    /\bapp\.dover\.(?:com|io)\/([\w.%-]{1,100})\/careers\b/i,
  ],
};
