/**
 * Hunter (hunter.io), API version 2, from its published documentation; never called live. Unusual statuses: 403 is the rate
 * limit, 429 the used-up quota, 202 asks to wait, and 451 says that the person objected.
 */
import * as z from "zod";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { withoutSuppressed } from "../../privacy/suppressions.ts";
import { displayParts, type PersonName, wholeName } from "../../readers/names/person-name.ts";
import type { Finding } from "../facts/finding.ts";
import { askVendor, askVendorNow } from "./ask-vendor.ts";
import { requestVendor, type Vendor, type VendorOutcome } from "./request-vendor.ts";

/** The confidence is that of an address without a score. */
export const HUNTER: Vendor = {
  name: "hunter",
  url: "https://hunter.io/",
  confidence: 0.5,
  keyName: "HUNTER_API_KEY",
  headers: (apiKey) => ({ "X-API-KEY": apiKey }),
  limitSeconds: 10,
  meaning: ({ httpStatus }, retryAfterSeconds) =>
    httpStatus === 403 ? { status: "rate_limited", retryAfterSeconds } : MEANINGS[httpStatus],
};
/** It refuses a name or a domain that it cannot know. */
const MEANINGS: Record<number, VendorOutcome<never>> = {
  400: { status: "not_found", credits: 0 },
  404: { status: "not_found", credits: 0 },
  429: { status: "out_of_credits" },
  451: { status: "not_found", credits: 0, reason: "person_objected" },
};
const API = "https://api.hunter.io/v2";
/** Seconds that Hunter may search before it answers. */
const MAX_DURATION_SECONDS = "10";
/** The number that one credit buys, enough to infer a pattern. */
const MAX_EMAILS = "10";

// Values of another type than documented count as absent.
const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const score = z.number().min(0).max(100).nullish().catch(null);
const sources = z
  .array(z.looseObject({ uri: text, last_seen_on: text }))
  .nullish()
  .catch(null);

const finding = z.looseObject({
  email: text,
  score,
  accept_all: flag,
  sources,
  verification: z.looseObject({ status: text }).nullish().catch(null),
});
const verdict = z.looseObject({ status: z.string(), score, accept_all: flag, smtp_check: flag, sources });
const directory = z.looseObject({
  pattern: text,
  accept_all: flag,
  emails: z.array(z.looseObject({ value: z.string(), type: text, first_name: text, last_name: text, sources })),
});

export type HunterFinding = z.output<typeof finding>;
export type HunterVerdict = z.output<typeof verdict>;

/** The address of a person. One credit when there is one; `not_found` costs nothing. */
export async function hunterFind(
  context: SourceContext,
  { name, domain }: { name: PersonName; domain: string },
): Promise<Finding<HunterFinding & { email: string }>> {
  const { first, last } = displayParts(name);
  const who: Record<string, string> =
    first && last ? { first_name: first, last_name: last } : { full_name: wholeName(name).join(" ") };
  return askVendor(context, HUNTER, {
    kind: "hunter_finder",
    key: `${domain} ${await sha256Hex(JSON.stringify(who))}`,
    async call() {
      const query = { domain, ...who, max_duration: MAX_DURATION_SECONDS };
      const outcome = await request(context, "email-finder", query, finding);
      if (outcome.status !== "ok") return outcome;
      const { email } = outcome.data;
      if (!email) return { status: "not_found", credits: 0 };
      return { ...outcome, data: { ...outcome.data, email: email.toLowerCase() } };
    },
  });
}

/** Whether an address is deliverable now; the verdict is not cached. One credit. */
export function hunterVerify(context: SourceContext, email: string): Promise<Finding<HunterVerdict>> {
  return askVendorNow(context, HUNTER, { call: () => request(context, "email-verifier", { email }, verdict) });
}

/** The addresses that Hunter knows at a domain, and the pattern it sees in them. One credit. */
export function hunterDomainSearch(context: SourceContext, domain: string) {
  return askVendor(context, HUNTER, {
    kind: "hunter_directory",
    key: domain,
    async call() {
      const query = { domain, limit: MAX_EMAILS, offset: "0" };
      const outcome = await request(context, "domain-search", query, directory);
      if (outcome.status !== "ok") return outcome;
      const { pattern, accept_all, emails } = outcome.data;
      const known = emails.map(({ value, type, first_name, last_name, sources }) => ({
        email: value.toLowerCase(),
        name: `${first_name ?? ""} ${last_name ?? ""}`.trim(),
        isGeneric: type === "generic",
        sources: sources ?? [],
      }));
      // People who have objected are not even stored.
      const people = known.map((one) => ({ one, nameFolded: one.name, profileUrl: null, email: one.email }));
      const shown = (await withoutSuppressed(context, domain, people)).map(({ one }) => one);
      return { ...outcome, data: { pattern: pattern ?? null, acceptsAll: accept_all ?? null, emails: shown } };
    },
  });
}

function request<T>(context: SourceContext, path: string, query: Record<string, string>, shape: z.ZodType<T>) {
  const url = `${API}/${path}?${new URLSearchParams(query)}`;
  return requestVendor<T>(context, HUNTER, { url }, (answer) => {
    const body = z.object({ data: shape }).safeParse(answer);
    return body.success ? { status: "ok", data: body.data.data, credits: 1 } : { status: "unavailable" };
  });
}
