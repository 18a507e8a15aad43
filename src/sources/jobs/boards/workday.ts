import type { Board } from "../board.ts";

/** Undocumented POST interface; the vendor's site terms forbid robots and data mining. */
export const workday: Board = {
  name: "workday",
  verdict: "recognised",
  domains: ["myworkdayjobs.com", "myworkdayjobs-impl.com", "myworkdaysite.com"],
  marks: [
    /\/\/([\w-]{1,63})\.(wd\d+)\.myworkdayjobs(?:-impl)?\.com\/(?:wday\/cxs\/[\w-]+\/)?(?:[a-z]{2}-[A-Z]{2}\/)?(?!(?:wday|robots\.txt)(?:[/?"'#]|$))([\w-]+)/,
    /\/\/(wd\d+)\.myworkdaysite\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?recruiting\/([\w-]+)\/([\w-]+)/,
  ],
};
