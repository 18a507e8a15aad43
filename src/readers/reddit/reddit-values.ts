/** Single values of Reddit's answers: null for anything but the documented shape. */
import { string } from "../../lib/loose-json.ts";
import { plainLines } from "../page/plain-lines.ts";

export const SITE = "https://www.reddit.com";
export const MAX_LABEL_LENGTH = 200;
/** What replaces a deleted text or name: `[deleted]`, `[removed]`, `[ Removed by Reddit ]`, `[deleted by user]`. */
export const GONE = /^\[ ?(deleted|removed)( by [\w ]+)? ?\]$/i;
const ID = /^[0-9a-z]{1,10}$/;

export function redditId(value: unknown): string | null {
  const id = string(value)?.toLowerCase() ?? "";
  return ID.test(id) ? id : null;
}

export function author(value: unknown): string | null {
  const name = line(value, MAX_LABEL_LENGTH);
  return name === null || GONE.test(name) ? null : name;
}

export function line(value: unknown, maxLength: number): string | null {
  return plainLines((string(value) ?? "").replace(/\s+/g, " "), maxLength);
}

export function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function whole(value: unknown): number | null {
  const given = number(value);
  return given === null ? null : Math.round(given);
}

export function flag(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Seconds since 1970, in old dumps as text. `edited` is `false`, a time, or `true` when Reddit did not keep the time. */
export function redditTime(value: unknown): string | null {
  const seconds = typeof value === "string" ? Number(value) : number(value);
  const date = new Date((seconds || Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Reddit writes its own addresses as paths. */
export function redditUrl(value: unknown): string | null {
  const path = string(value);
  return path?.startsWith("/") ? (URL.parse(path, SITE)?.href ?? null) : webAddress(path);
}

export function webAddress(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "", SITE);
  return url && string(value) && /^https?:$/.test(url.protocol) ? url.href : null;
}
