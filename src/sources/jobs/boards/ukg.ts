import type { Board } from "../board.ts";

/** The list is a POST search. */
export const ukg: Board = {
  name: "ukg",
  verdict: "recognised",
  domains: ["ultipro.com", "ultipro.ca", "ukg.net"],
  marks: [
    /\brecruiting\d?\.ultipro\.(?:com|ca)\/(\w+)\/JobBoard\/([0-9a-f-]{36})/i,
    /\b([\w-]{1,63})\.rec\.pro\.ukg\.net\/(\w+)\/JobBoard\/([0-9a-f-]{36})/i,
  ],
};
