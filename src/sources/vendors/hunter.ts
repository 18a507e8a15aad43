/** Hunter (hunter.io), API version 2, from its documentation, never called live. It answers 202 while it searches. */
import * as z from "zod";
import { webUrl } from "../../lib/loose-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { displayParts, type PersonName, wholeName } from "../../readers/names/person-name.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import type { Finding } from "../facts/finding.ts";
import { askVendor, requestVendor, type Vendor } from "./ask-vendor.ts";

/** The confidence is that of an address without a score. */
export const HUNTER: Vendor = {
  name: "hunter",
  url: "https://hunter.io/",
  confidence: 0.5,
  keyName: "HUNTER_API_KEY",
  headers: (apiKey) => ({ "X-API-KEY": apiKey }),
  // It refuses a name or a domain that it cannot know.
  meanings: {
    400: { status: "nothing", credits: 0 },
    403: { status: "rate_limited" },
    404: { status: "nothing", credits: 0 },
    429: { status: "out_of_credits" },
    451: { status: "nothing", credits: 0, reason: "person_objected" },
  },
};
const API = "https://api.hunter.io/v2";
/** Seconds that Hunter may search before it answers. */
const MAX_DURATION_SECONDS = "10";
const MAX_PAGES = 5;

// Values of another type than documented count as absent.
const optional = <T>(type: z.ZodType<T>) => type.nullish().catch(null);
const text = optional(z.string());
const flag = optional(z.boolean());
const score = optional(z.number().min(0).max(100));
const sources = optional(z.array(z.object({ uri: text })));

const finding = z.object({
  email: text,
  score,
  accept_all: flag,
  sources,
  verification: optional(z.object({ status: text })),
});
const verdict = z.object({ status: z.string(), score, accept_all: flag, smtp_check: flag, sources });

export type HunterFinding = z.output<typeof finding>;
export type HunterVerdict = z.output<typeof verdict>;

/** The address of a person. One credit when there is one; `not_found` costs nothing. */
export async function hunterFind(context: SourceContext, { name, domain }: { name: PersonName; domain: string }) {
  const { first, last } = displayParts(name);
  const who: Record<string, string> =
    first && last ? { first_name: first, last_name: last } : { full_name: wholeName(name).join(" ") };
  return askVendor(context, HUNTER, {
    kind: "hunter_finder",
    key: `${domain} ${await sha256Hex(JSON.stringify(who))}`,
    async call() {
      const query = { domain, ...who, max_duration: MAX_DURATION_SECONDS };
      const outcome = await request(context, "email-finder", query, finding);
      if (outcome.status !== "found") return outcome;
      const { email } = outcome.data;
      if (!email) return { status: "nothing", credits: 0 };
      return { ...outcome, data: { ...outcome.data, email: email.toLowerCase() } };
    },
  });
}

/** Whether an address is deliverable now; the verdict is not cached. One credit. */
export function hunterVerify(context: SourceContext, email: string): Promise<Finding<HunterVerdict>> {
  return askVendor(context, HUNTER, { call: () => request(context, "email-verifier", { email }, verdict) });
}

/** The first pages on which Hunter says to have seen an address. */
export function hunterPages(sources: HunterFinding["sources"]): Evidence[] {
  const urls = new Set(sources?.flatMap(({ uri }) => webUrl(uri) ?? []));
  return [...urls].slice(0, MAX_PAGES).map((url) => ({ url, kind: HUNTER.name }));
}

function request<T>(context: SourceContext, path: string, query: Record<string, string>, shape: z.ZodType<T>) {
  return requestVendor<T>(context, HUNTER, { url: `${API}/${path}?${new URLSearchParams(query)}` }, (answer) => {
    const body = z.object({ data: shape }).safeParse(answer);
    return body.success ? { status: "found", data: body.data.data, credits: 1 } : { status: "unavailable" };
  });
}
