import { REGISTRATION_BODY_BYTES, TOOL_BODY_BYTES } from "../constants.ts";
import { AppError, invalidRequest } from "../errors.ts";
import type { AppContext } from "./app-env.ts";

export const NO_STORE = { "Cache-Control": "no-store" };

const BODY_TIME_LIMIT_MS = 15_000;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Reads a request body in UTF-8 as {@link readBytes} does. Throws also `invalid_request` for another encoding. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidRequest("The body is not UTF-8. Save and send it as UTF-8.");
  }
}

/** Reads at most `maxBytes`. Throws `payload_too_large`, and `invalid_request` for a body that is cut or takes 15 s. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const length = request.headers.get("content-length");
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(invalidRequest("The body took too long to arrive. Send it again."));
  }, BODY_TIME_LIMIT_MS);
  try {
    // HTTP ends a body at the length that it declares, so such a body need not be counted while it arrives.
    const reading = length === null ? readCounted(request.body, maxBytes) : request.bytes();
    return await Promise.race([reading, late.promise]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidRequest("The request body is incomplete. Send it again.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function readCounted(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return new Blob(chunks as Uint8Array<ArrayBuffer>[]).bytes();
}

function tooLarge(maxBytes: number): AppError {
  return new AppError("payload_too_large", `Send at most ${maxBytes} bytes.`);
}

/** A form with files (RFC 7578). Throws what {@link readBytes} throws, and `invalid_request`. */
export async function readMultipart(c: AppContext, maxBytes: number): Promise<FormData> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw invalidRequest("Send Content-Type: multipart/form-data.");
  const body = await readBytes(c.req.raw, maxBytes);
  try {
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw invalidRequest("The form is malformed. Reload its page and send it again.");
  }
}

/** Reads a registration body. Throws `invalid_request` for every fault, a wrong content type included (docs/contract.md, section 2). */
export async function readSmallBody(request: Request, contentType: string, maxBytes: number): Promise<string> {
  const sent = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (sent !== contentType) {
    throw invalidRequest(`Send Content-Type: ${contentType}${sent ? `; this is ${sent.slice(0, 64)}` : ""}.`);
  }
  try {
    return await readText(request, maxBytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "payload_too_large") throw error;
    throw invalidRequest(error.detail);
  }
}

/** A form of a page, where boxes to tick share a name. Throws `invalid_request`. */
export async function readPageForm(c: AppContext, maxBytes = TOOL_BODY_BYTES): Promise<URLSearchParams> {
  const text = await readSmallBody(c.req.raw, "application/x-www-form-urlencoded", maxBytes);
  if (/^\s*\{/.test(text)) throw invalidRequest("The body is JSON. Send a form, e.g. grant_type=…&claim_token=….");
  return new URLSearchParams(text);
}

/** A form whose fields occur once each (RFC 6749, section 3.2). Throws `invalid_request`. */
export async function readForm(c: AppContext): Promise<URLSearchParams> {
  const form = await readPageForm(c, REGISTRATION_BODY_BYTES);
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw invalidRequest("A form field may be sent only once.");
  return form;
}
