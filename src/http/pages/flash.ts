import type { AppContext } from "../app-env.ts";
import { dropCookie, putCookie, readCookie } from "./browser-session.ts";

const COOKIE = "flash";
const LIFETIME_SECONDS = 60;
const MAX_LENGTH = 300;

/**
 * Has the next page say what a form did, once. The text travels in a cookie: another host cannot plant one (see `putCookie`),
 * pages show it as text only. It must hold no secret.
 */
export function putFlash(c: AppContext, text: string): void {
  putCookie(c, COOKIE, text.slice(0, MAX_LENGTH).toWellFormed(), { maxAge: LIFETIME_SECONDS, sameSite: "Lax" });
}

/** What the form before this page did; null when there was none. It is forgotten with this answer. */
export function takeFlash(c: AppContext): string | null {
  const value = readCookie(c, COOKIE);
  if (value === undefined) return null;
  dropCookie(c, COOKIE);
  return value.slice(0, MAX_LENGTH);
}
