import type { AppContext } from "../app-env.ts";
import { dropCookie, putCookie, readCookie } from "./browser-session.ts";

const COOKIE = "flash";
const LIFETIME_SECONDS = 60;
const MAX_LENGTH = 300;

/** Sets a message that the next page shows once, as plain text, in a cookie (`putCookie`). No secrets. */
export function putFlash(c: AppContext, text: string): void {
  putCookie(c, COOKIE, text.slice(0, MAX_LENGTH).toWellFormed(), { maxAge: LIFETIME_SECONDS, sameSite: "Lax" });
}

/** The message set by {@link putFlash}, or null. This answer deletes it. */
export function takeFlash(c: AppContext): string | null {
  const value = readCookie(c, COOKIE);
  if (value === undefined) return null;
  dropCookie(c, COOKIE);
  return value.slice(0, MAX_LENGTH);
}
