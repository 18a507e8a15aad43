import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { isLoopback } from "../../lib/hosts.ts";
import { signer } from "../../platform/secrets.ts";
import type { AppContext } from "../app-env.ts";

/** Name of the form field that carries {@link formToken} for a signed-in person. */
export const FORM_TOKEN = "form_token";

type CookieLife = { maxAge: number; sameSite: "Lax" | "Strict" };

/** Sets a cookie that scripts cannot read and, by `__Host-`, no sibling host can set (RFC 6265bis, section 4.1.3.2). */
export function putCookie(c: AppContext, name: string, value: string, life: CookieLife): void {
  const secure = prefixOf(c) && { secure: true, prefix: "host" as const };
  setCookie(c, name, value, { ...life, ...secure, path: "/", httpOnly: true });
  c.header("Cache-Control", "no-store");
}

export function readCookie(c: AppContext, name: string): string | undefined {
  return getCookie(c, name, prefixOf(c));
}

export function dropCookie(c: AppContext, name: string): void {
  const prefix = prefixOf(c);
  deleteCookie(c, name, prefix ? { prefix, secure: true, path: "/" } : { path: "/" });
}

/** Plain HTTP on loopback has no such prefix. */
function prefixOf(c: AppContext): "host" | undefined {
  const { protocol, hostname } = new URL(c.req.url);
  return protocol === "http:" && isLoopback(hostname) ? undefined : "host";
}

const FLASH = "flash";
const FLASH_SECONDS = 60;
const FLASH_LENGTH = 300;

/** Sets a message that the next page shows once, as plain text. No secrets. */
export function putFlash(c: AppContext, text: string): void {
  putCookie(c, FLASH, text.slice(0, FLASH_LENGTH).toWellFormed(), { maxAge: FLASH_SECONDS, sameSite: "Lax" });
}

/** The message set by {@link putFlash}, or null. This answer deletes it. */
export function takeFlash(c: AppContext): string | null {
  const value = readCookie(c, FLASH);
  if (value === undefined) return null;
  dropCookie(c, FLASH);
  return value.slice(0, FLASH_LENGTH);
}

/** The token that a form must send back. It proves that this deployment rendered the form for the holder of `secret`. */
export async function formToken(config: Config, secret: string): Promise<string> {
  return (await (await signer(config, "session")).sign(utf8(`form:${secret}`))).toHex();
}

/** Reads a form and checks its {@link formToken}. Throws `forbidden_origin`, and what `read` throws. */
export async function readGuardedForm<Form extends URLSearchParams | FormData>(
  c: AppContext,
  secret: string,
  read: (c: AppContext) => Promise<Form>,
): Promise<Form> {
  refuseForeignForm(c);
  const form = await read(c);
  const token = String(form.get(FORM_TOKEN));
  const { verify } = await signer(c.var.config, "session");
  if (!/^[0-9a-f]{64}$/.test(token) || !(await verify(utf8(`form:${secret}`), Uint8Array.fromHex(token)))) {
    throw new AppError("forbidden_origin", "This form has expired. Go back, reload the page and send it again.");
  }
  return form;
}

/** Throws `forbidden_origin` for a form of another site, and without either header: every browser sends one with a POST. */
export function refuseForeignForm(c: AppContext): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isOwn = origin === undefined || origin === c.var.baseUrl || origin === new URL(c.req.url).origin;
  if ((site === undefined && origin === undefined) || !isOwn || (site !== undefined && site !== "same-origin")) {
    throw new AppError("forbidden_origin", "Submit this form from its own page.");
  }
}
