import type { Config } from "../../config.ts";
import { utf8 } from "../../lib/bytes.ts";
import { isWithin, plainHost } from "../../lib/hosts.ts";
import { lazyPer } from "../../lib/lazy.ts";
import { signer } from "../secrets.ts";
import { type SourceContext, takeWork, type WorkBudget } from "./context.ts";

type RequestOptions = {
  /** For the whole request, head and body. */
  timeoutMs: number;
  /** The body is read up to here and cancelled; `truncated` then says so. */
  maxBytes: number;
  /** Decides from status and headers whether the body is read at all. */
  wantsBody?: (response: Response) => boolean;
};

export type HttpReply =
  | { status: "ok"; httpStatus: number; headers: Headers; text: string; truncated: boolean }
  | { status: "timeout" }
  | { status: "unreachable" }
  /** The request has asked or read as much as it may (`WorkBudget`). */
  | { status: "out_of_work" }
  | { status: "refused"; reason: "network_host" | "own_host" };

const LESS_THAN = 0x3c;
/** A tag counts as this many bytes of text besides its own: parsers spend their time on tags. */
export const TAG_BYTES = 40;

/** Sends one request, without redirects. All requests to other hosts pass here; the network's hosts are refused. */
export async function sendRequest(
  context: Pick<SourceContext, "env" | "config" | "signal"> & Partial<Pick<SourceContext, "work">>,
  url: URL,
  init: RequestInit,
  { timeoutMs, maxBytes, wantsBody }: RequestOptions,
): Promise<HttpReply> {
  if (isWithin(plainHost(url), context.config.NETWORK_HOSTS)) return { status: "refused", reason: "network_host" };
  if (hasReadAll(context.work) || !takeWork(context)) return { status: "out_of_work" };
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const request = new Request(url, { ...init, redirect: "manual", signal });
    const mark = await deploymentMark(context.config);
    request.headers.set(DEPLOYMENT_HEADER, mark);
    const response = await outboundFetch(context.env, request);
    const { headers } = response;
    const answered = { status: "ok", httpStatus: response.status, headers } as const;
    if (headers.get(DEPLOYMENT_HEADER) === mark) {
      await response.body?.cancel();
      return { status: "refused", reason: "own_host" };
    }
    if (wantsBody && !wantsBody(response)) {
      await response.body?.cancel();
      return { ...answered, text: "", truncated: false };
    }
    const { bytes, truncated } = await readUpTo(response, maxBytes, signal, context.work);
    return { ...answered, text: decode(bytes, headers.get("Content-Type") ?? ""), truncated };
  } catch {
    if (signal.aborted) return { status: "timeout" };
    return { status: hasReadAll(context.work) ? "out_of_work" : "unreachable" };
  }
}

/** True when a request has read as much as it may. */
export function hasReadAll(work: WorkBudget | undefined): boolean {
  return work !== undefined && work.bytesLeft <= 0;
}

/** The Internet, or the `OUTBOUND` binding if there is one. */
export function outboundFetch(env: Env, request: Request): Promise<Response> {
  return env.OUTBOUND ? env.OUTBOUND.fetch(request) : fetch(request);
}

/** Throws when the budget is used up, because half a page would look like a page without the fact. */
async function readUpTo(response: Response, maxBytes: number, signal: AbortSignal, work?: WorkBudget) {
  const reader = response.body?.getReader();
  if (!reader) return { bytes: new Uint8Array(), truncated: false };
  const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    while (length <= maxBytes) {
      // Not every body notices that its request was aborted.
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return { bytes: await bytesOf(chunks), truncated: false };
      chunks.push(value);
      length += value.byteLength;
      if (work) work.bytesLeft -= value.byteLength + TAG_BYTES * countTags(value);
      if (hasReadAll(work)) throw new Error("the request has read as much as it may");
    }
    return { bytes: (await bytesOf(chunks)).subarray(0, maxBytes), truncated: true };
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** How many tags begin in a text, or in the bytes of one. */
export function countTags(text: Uint8Array | string): number {
  const next = (from: number) => (typeof text === "string" ? text.indexOf("<", from) : text.indexOf(LESS_THAN, from));
  let count = 0;
  for (let at = next(0); at >= 0; at = next(at + 1)) count++;
  return count;
}

async function bytesOf(chunks: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Byte order marks, which outrank what headers say (encoding.spec.whatwg.org, "BOM sniff"). */
const MARKS: [mark: number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];

/** Text by its byte order mark, else by the charset of the header, of an early `<meta>` or XML declaration, else UTF-8. */
function decode(bytes: Uint8Array, contentType: string): string {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  const early = () =>
    new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).match(/(?:charset|encoding)\s*=\s*["']?([\w-]+)/i);
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  const label = marked?.[1] ?? (contentType.match(named) ?? early())?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/**
 * How a deployment recognises itself under a name it does not know, e.g. `*.workers.dev` beside `BASE_URL`: every outbound
 * request carries this header, a request that arrives with it is refused, and the refusal carries it back.
 */
export const DEPLOYMENT_HEADER = "Tallygate-Deployment";

/** The deployment's own mark: 32 hex digits, the same in all isolates, and not to be guessed by another deployment. */
export const deploymentMark = lazyPer(async (config: Config): Promise<string> => {
  const { sign } = await signer(config, "deployment-mark");
  return (await sign(utf8("deployment"))).slice(0, 16).toHex();
});
