import { parseJson } from "../../lib/loose-json.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { recallHere, rememberHere } from "../isolate-memory.ts";
import { isPublicAddress } from "./address-guard.ts";
import type { SourceContext } from "./context.ts";
import { sendRequest } from "./send-request.ts";

/** Record types by number (IANA, DNS parameters). */
const TYPES = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof TYPES;

export type DnsAnswer =
  /** `records` holds the data of records of the asked type, possibly none: "10 mx.acme.example.", TXT without its quotes. */
  { status: "ok"; records: string[]; ttlMs: number } | { status: "no_such_name" } | { status: "down" };

const TIME_LIMIT_MS = 5_000;
const MAX_BYTES = 65_536;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;

/** Asks the resolver; the isolate remembers for the TTL, 5 to 60 minutes. Not for checks of addresses. */
export async function resolve(context: ResolverContext, name: string, type: RecordType): Promise<DnsAnswer> {
  const key = `dns ${type} ${name}`;
  const known = recallHere<DnsAnswer>(context.env.DATA, key);
  if (known) return known;
  const answer = await query(context, name, type);
  const ttlMs = answer.status === "ok" ? answer.ttlMs : 0;
  if (answer.status !== "down") rememberHere(context.env.DATA, key, answer, Math.max(FIVE_MINUTES_MS, ttlMs));
  return answer;
}

/** `public` only if there is an address and every address is public unicast; `none` when there is no address. */
export type HostCheck = "public" | "private" | "none" | "down";

export type ResolverContext = Pick<SourceContext, "env" | "config" | "signal" | "work">;

/** All A and AAAA records of a host, before a request. A Worker cannot pin them, so it is kept for their TTL only. */
export async function checkHost(context: ResolverContext, host: string): Promise<HostCheck> {
  const key = `host ${host}`;
  const known = recallHere<HostCheck>(context.env.DATA, key);
  if (known) return known;
  const { verdict, ttlMs } = await checkHostNow(context, host);
  if (["public", "private"].includes(verdict) && ttlMs > 0) rememberHere(context.env.DATA, key, verdict, ttlMs);
  return verdict;
}

/** {@link checkHost} without the cache, for hosts of webhooks, which a user chose as a target. */
export async function checkHostNow(
  context: ResolverContext,
  host: string,
): Promise<{ verdict: HostCheck; ttlMs: number }> {
  const answers = await Promise.all([query(context, host, "A"), query(context, host, "AAAA")]);
  // The address may be private in the half that is missing.
  if (answers.some(({ status }) => status === "down")) return { verdict: "down", ttlMs: 0 };
  const found = answers.filter((answer) => answer.status === "ok");
  const addresses = found.flatMap(({ records }) => records);
  const ttlMs = Math.min(...found.filter(({ records }) => records.length > 0).map((answer) => answer.ttlMs));
  const verdict = addresses.length === 0 ? "none" : addresses.every(isPublicAddress) ? "public" : "private";
  return { verdict, ttlMs };
}

type DnsJson = { Status?: number; Answer?: { type?: number; TTL?: number; data?: string }[] };

/** DNS over HTTPS in the JSON form of Cloudflare and Google (developers.cloudflare.com/1.1.1.1, dns.google). */
async function query(context: ResolverContext, name: string, type: RecordType): Promise<DnsAnswer> {
  const url = new URL(context.config.DOH_URL);
  url.searchParams.set("name", name);
  url.searchParams.set("type", type);
  const headers = { Accept: "application/dns-json" };
  const reply = await sendRequest(context, url, { headers }, { timeoutMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES });
  if (reply.status !== "ok" || reply.httpStatus !== 200) return { status: "down" };
  const json = parseJson(reply.text) as DnsJson | null | undefined;
  if (json?.Status === 3) return { status: "no_such_name" };
  if (json?.Status !== 0) return { status: "down" };
  const answers = Array.isArray(json.Answer) ? json.Answer : [];
  const records = answers.filter((answer) => answer.type === TYPES[type] && typeof answer.data === "string");
  // CNAMEs on the way count too: the answer expires with the first of them.
  const seconds = Math.min(...answers.map(({ TTL }) => (typeof TTL === "number" ? TTL : 0)));
  return {
    status: "ok",
    records: records.map(({ data = "" }) => (type === "TXT" ? unquote(data) : data)),
    ttlMs: Math.min(HOUR_MS, Number.isFinite(seconds) ? seconds * 1000 : 0),
  };
}

/** TXT data comes as one or more quoted pieces that belong together (RFC 7208, section 3.3). */
function unquote(data: string): string {
  const pieces = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)];
  if (pieces.length === 0) return data;
  return pieces.map(([, piece = ""]) => piece.replace(/\\(.)/g, "$1")).join("");
}
