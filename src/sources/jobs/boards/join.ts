import type { Board } from "../board.ts";

/** No public interface: the documented one needs a token. */
export const join: Board = {
  name: "join",
  verdict: "recognised",
  domains: ["join.com"],
  marks: [/\bjoin\.com\/(?:[a-z]{2}\/)?companies\/([\w-]+)/i],
  embeds: [{ literal: "join.com/api/widget" }, { literal: "join-widget" }],
};
