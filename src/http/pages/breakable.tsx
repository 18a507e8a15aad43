import type { Child } from "hono/jsx";

/** Lets a long identifier break after its underscores. */
export function breakable(text: string): Child[] {
  return text.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr />, part]));
}
