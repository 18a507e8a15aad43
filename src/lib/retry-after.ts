const MAX_SECONDS = 86_400;

/** `Retry-After` (RFC 9110, section 10.2.3) in whole seconds from now, 1 to 86,400; null without a usable one. */
export function retryAfterSeconds(headers: Headers): number | null {
  return secondsUntil(headers.get("Retry-After"));
}

/** Seconds from now, from a number of seconds or an HTTP date; null when the text is neither. */
export function secondsUntil(text: string | null): number | null {
  if (!text?.trim()) return null;
  const seconds = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(MAX_SECONDS, Math.max(1, Math.ceil(seconds)));
}
