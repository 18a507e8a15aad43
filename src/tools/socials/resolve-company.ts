import * as z from "zod";
import { invalidField } from "../../errors.ts";
import { isWithin } from "../../lib/hosts.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, numberOfRegisterUrl, readLegalNumber } from "../../readers/legal/legal-numbers.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import type { EntityCandidate } from "../../sources/companies/choose-entity.ts";
import * as resolution from "../../sources/companies/resolution.ts";
import { DIRECTORY } from "../../sources/directory/directory.ts";
import { legalNumberId, nationalNumber } from "../../sources/registers/register.ts";
import { registerNamed } from "../../sources/registers/registers.ts";
import { notACompany } from "../../sources/website/site-pages.ts";
import { ENTITY_REASONS, oneOf, REGISTER_NAMES } from "../fields/answer-codes.ts";
import { outcomeFields, provenanceOf } from "../fields/answers.ts";
import { countryInput } from "../fields/inputs.ts";
import { defineTool, list, type ToolContext, text } from "../tool.ts";

const line = (most: number) => z.string().trim().max(most).optional();
const fact = z.looseObject({ fact: z.string(), value: z.string(), url: text });
const candidate = z.looseObject({
  id: text.describe(
    "Id for get_company: scheme and number, e.g. NO_ORGNR:923609016; domain:acme.com when there is no number",
  ),
  name: z.string().describe("Legal name"),
  domain: text.describe("Web domain, if known"),
  number: text,
  scheme: text.describe("Kind of the number, e.g. NO_ORGNR, GB_CRN, LEI"),
  country: text.describe("ISO 3166-1"),
  legal_status: text.describe("active, in_liquidation, insolvent, dissolved or unknown"),
  city: text,
  description: text.describe("The site's own words about itself, for a candidate found by name"),
  source: oneOf([...REGISTER_NAMES, "own_site", DIRECTORY]),
  url: text.describe("URL of the record"),
  confidence: z.number().min(0).max(1),
  agrees: z.array(fact).describe("Facts that agree"),
  disagrees: list("Facts that conflict", { fact: z.string(), here: z.string(), there: z.string() }),
});

const input = z
  .object({
    name: line(200).describe("Legal or trade name. Alone it returns candidates, and a company only when one is proved"),
    domain: companyDomain.optional(),
    number: line(60).describe("Register number, VAT number or LEI, with or without separators"),
    url: line(2_000).describe("Address of a register's record, or of the company's site"),
    country: countryInput.optional(),
    about: line(300).describe(
      "What the company does or where, in free words, e.g. CRM for plumbers, Berlin: tells namesakes apart",
    ),
  })
  .check(({ value, issues }) => {
    const { name, domain, number, url } = value;
    if (domain || number || url) return;
    const [path, message] = name ? ["name", faultOf(name)] : ["domain", "Send one of domain, number, url or name."];
    if (message) issues.push({ code: "custom", path: [path], message, input: value });
  });

/** Why nothing can be looked up by a name alone. */
function faultOf(name: string): string | null {
  const whole = "Send the whole name, or its domain or number.";
  if (lettersOf(name) < 2) return `One letter says nothing about a company. ${whole}`;
  if (/^[\d\s./-]{7,}$/.test(name)) return "This is a number. Send it as `number`, with its country.";
  // A word before a form leaves one word, if the name is only a form.
  const { form, words } = readLegalName(`x ${name}`);
  return form !== null && words.length === 1 ? `This is only a legal form. ${whole}` : null;
}

export const resolveCompany = defineTool({
  name: "resolve_company",
  category: "socials",
  cost: 1,
  title: "Find a company by name, domain or number",
  description: `Returns the legal entity behind a name, web domain, register number, VAT number, LEI or register URL, with matching
    and conflicting facts. A number is exact. A domain is resolved through the numbers and names on the company's own legal pages and
    confirmed in public registers (Norway, France, Finland, Czechia, Ireland, Latvia, Estonia, Slovakia, Poland, SEC, GLEIF, VIES; the
    United Kingdom, Denmark and Sweden where the deployment has their keys). A name is looked up in the directory, registers, the domains
    that such a company would have and, where the deployment has it, a web search; what each site says about itself decides. \`company\`
    is set from a confidence of 0.8 on, otherwise each of \`candidates\` has its domain and its own words, and \`ambiguous\` is true where
    there are several; \`country\` and \`about\` tell namesakes apart. \`incomplete\` names the registers that could not be asked. Up to 25 seconds; kept for
    7 to 30 days.`,
  input,
  output: z.looseObject({
    company: candidate.nullable().describe("The one proven entity, or null"),
    ambiguous: z
      .boolean()
      .describe("True when several entities may be meant, or the site or another input does not confirm the one found"),
    candidates: z.array(candidate).describe("Possible entities, best first, at most 10"),
    incomplete: list("Registers that could not be asked", {
      source: z.string().describe("The register, or the secret that a deployment lacks for it"),
      reason: oneOf(["unavailable", "not_configured"]),
    }),
    attribution: list("Attribution required by the registers' licences", {
      source: z.string(),
      licence: z.string(),
      text: z.string(),
    }),
    ...outcomeFields({
      sources: [...REGISTER_NAMES, "own_site", DIRECTORY],
      reasons: ENTITY_REASONS,
      why: "Why no entity is proven",
      partial: "a register could not be asked",
    }),
  }),
  example: { domain: "nordlys.example" },
  async run(given, context) {
    const shared = { ...context, pages: context.pages ?? new Map() };
    return answerOf(await resolve(given, shared));
  },
});

async function resolve(given: z.output<typeof input>, context: ToolContext): Promise<resolution.Resolution> {
  const { name = null, domain, number, url, country = null, about = null } = given;
  const byNumbers = async (numbers: LegalNumber[]) =>
    resolution.crossCheck(await resolution.resolveNumber(context, numbers), name, country);
  const byDomain = async (asked: string, known: string | null) => {
    if (isWithin(asked, context.config.NETWORK_HOSTS)) throw notACompany();
    return resolution.crossCheck(await resolution.resolveDomain(context, asked), known, country);
  };
  if (number !== undefined) {
    const read = readLegalNumber(number, country);
    if (read.status === "read") return byNumbers(read.numbers);
    if (read.status === "wrong_checksum")
      throw invalidField("number", "The check digits of this number are wrong: look for a typing error.");
    const where = country ? ` in ${country}` : "";
    const example = 'Send it with its country, e.g. {"number": "923609016", "country": "NO"}.';
    throw invalidField("number", `This is not the form of a company's number${where}. ${example}`);
  }
  if (url !== undefined) {
    const found = numberOfRegisterUrl(url);
    if (found === "unreadable")
      throw invalidField("url", "This page of a register names no company. Send the address of one company's record.");
    if (found?.isValid === false)
      throw invalidField("url", "The check digits of the number in this address are wrong.");
    if (found) return byNumbers([found]);
    const read = companyDomain.safeParse(url);
    if (!read.success) throw invalidField("url", read.error.issues[0]?.message ?? "This is not a web address.");
    return byDomain(read.data, name);
  }
  if (domain !== undefined) return byDomain(domain, name);
  if (!name) return resolution.nothing("nothing_asked");
  const named = companyDomain.safeParse(name);
  const found = named.success ? await byDomain(named.data, null) : null;
  return found?.candidates.length ? found : resolution.resolveName(context, { name, country, about });
}

function answerOf(found: resolution.Resolution) {
  const { winner, candidates, isAmbiguous, reason, observedAt, cached, incomplete } = found;
  const shown = candidates.map(shownCandidate);
  const company = winner && shownCandidate(winner);
  const registers = new Set(candidates.flatMap(({ record }) => record?.register ?? []));
  const isOpen = reason === "register_not_asked" || incomplete.some((one) => one.reason === "unavailable");
  return {
    company,
    ambiguous: isAmbiguous,
    candidates: shown,
    reason,
    incomplete,
    attribution: attributionOf([...registers]),
    status: !company && isOpen ? ("partial" as const) : shown.length > 0 ? ("ok" as const) : ("not_found" as const),
    ...provenanceOf({
      source: company?.source ?? shown[0]?.source ?? null,
      confidence: company?.confidence ?? 0,
      evidence: (winner ? [winner] : candidates).flatMap(({ agrees, record }) => [
        ...(record ? [{ url: record.url, kind: record.register }] : []),
        ...agrees.flatMap(({ url, fact }) => (url && url !== record?.url ? [{ url, kind: fact }] : [])),
      ]),
      observedAt: observedAt || Date.now(),
      cached,
    }),
  };
}

/** One attribution line per source, as its licence requires. */
export function attributionOf(registers: string[]): { source: string; licence: string; text: string }[] {
  return registers.flatMap((name) => {
    const register = registerNamed(name);
    return register ? [{ source: name, licence: register.licence, text: register.attribution }] : [];
  });
}

function shownCandidate({ record, site, domain, agrees, disagrees, confidence }: EntityCandidate) {
  const number = record ? nationalNumber(record) : site?.numbers[0];
  return {
    id: record?.id ?? (number ? legalNumberId(number) : domain && `domain:${domain}`),
    name: record?.name ?? site?.name ?? "",
    domain,
    number: number?.number ?? null,
    scheme: number?.scheme ?? null,
    // A number of the SEC or of an LEI record is no country's.
    country: (record ?? number)?.country ?? site?.words?.country ?? null,
    legal_status: record?.status ?? null,
    city: record?.address?.city ?? site?.words?.city ?? null,
    description: site?.words?.description ?? null,
    source: record?.register ?? (site?.seen.length ? "own_site" : DIRECTORY),
    url: record?.url ?? site?.seen[0]?.url ?? null,
    confidence,
    agrees,
    disagrees,
  };
}

function lettersOf(name: string): number {
  // A Chinese, Japanese or Korean character counts as a word.
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(name)) return 2;
  return name.replace(/[^\p{L}\p{N}]/gu, "").length;
}
