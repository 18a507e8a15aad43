import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { callTool, requestWith, richKey } from "../../support/harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});
const resolve = (body: object) => callTool(key, "resolve_company", body);
const resolveWith = (variables: object, body: object) =>
  requestWith({ ...variables }, "/api/v0/resolve_company", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}` },
  });
const UK = { COMPANIES_HOUSE_API_KEY: "companies-house-key" };

describe("by domain", () => {
  it.each([
    ["nordlys.example", "NO_ORGNR:999100104", "brreg"],
    ["lumiere-lyon.example", "FR_SIREN:990100208", "recherche_entreprises"],
    ["saimaa.example", "FI_YTUNNUS:99001002", "prh"],
    ["vltava.example", "CZ_ICO:88010104", "ares"],
  ])("%s is %s of %s", async (domain, id, source) => {
    const { status, body, headers } = await resolve({ domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "ok",
      ambiguous: false,
      reason: null,
      source,
      company: { id, source, domain },
    });
    expect(body.confidence).toBeGreaterThanOrEqual(0.97);
    expect(body.company.agrees.map(({ fact }: { fact: string }) => fact)).toContain("number_on_own_site");
    expect(body.attribution).toContainEqual(expect.objectContaining({ source }));
    expect(headers.get("X-Tokens-Charged")).toBe("1");
  });

  it.each([
    ["thames-tea.example", UK, "GB_CRN:09910101"],
    ["oresund.example", { CVR_USER: "u", CVR_PASSWORD: "p" }, "DK_CVR:99010118"],
    ["malaren.example", { BOLAGSVERKET_CLIENT_ID: "i", BOLAGSVERKET_CLIENT_SECRET: "s" }, "SE_ORGNR:5599010104"],
  ])("%s with a key", async (domain, variables, id) => {
    const { body } = await resolveWith(variables, { domain });
    expect(body).toMatchObject({ company: { id }, ambiguous: false });
  });

  it("says without the key what the site says, and which variable is missing", async () => {
    const { body } = await resolve({ domain: "oresund.example" });
    expect(body).toMatchObject({ company: { id: "DK_CVR:99010118", name: "Øresund Cykler ApS", source: "own_site" } });
    expect(body.incomplete).toContainEqual({
      source: "cvr",
      reason: "not_configured",
      detail:
        "This deployment has no key for CVR, Danish Business Authority. Its operator can set CVR_USER and CVR_PASSWORD.",
    });
  });

  it("does not take a domain in the register for proof when the register cannot be asked for namesakes", async () => {
    const fetch = (request: Request) =>
      new URL(request.url).searchParams.has("navn")
        ? new Response(null, { status: 503 })
        : env.OUTBOUND?.fetch(request);
    const { body } = await resolveWith({ OUTBOUND: { fetch } }, { domain: "tinde.example" });
    expect(body).toMatchObject({ company: null, status: "partial" });
    expect(body.incomplete).toContainEqual(expect.objectContaining({ source: "brreg" }));
  });

  it("does not take a domain in the register for proof when the register has a namesake", async () => {
    const { body } = await resolve({ domain: "tinde.example" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "several_entities_or_no_proof" });
    expect(body.candidates[0]).toMatchObject({ id: "NO_ORGNR:999100309" });
  });

  it("takes a German entity from its imprint, and not the agency's", async () => {
    const { body } = await resolve({ domain: "spree-software.example" });
    expect(body).toMatchObject({ company: { name: "Spree Software GmbH", number: "HRB991234B" }, ambiguous: false });
    expect(JSON.stringify(body)).not.toContain("5512");
  });

  it("is held against the name beside it, in a remembered look as in a fresh one", async () => {
    const asked = { domain: "nordlys.example", name: "Nordlys AS" };
    const { body: fresh } = await resolve(asked);
    const { body: remembered } = await resolve(asked);
    expect(fresh.company.agrees).toContainEqual(expect.objectContaining({ fact: "name_equal" }));
    expect(remembered.company.agrees).toEqual(fresh.company.agrees);
    const { body } = await resolve({ ...asked, name: "Brightwater" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "inputs_contradict_each_other" });
  });

  it("a group's site with six entities is ambiguous, with all six", async () => {
    const { body } = await resolve({ domain: "fjordgruppen.example" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "several_entities_or_no_proof" });
    expect(body.candidates.length).toBe(6);
  });

  it("a group's legal page with six German firms is ambiguous, with all six, and not the first of them", async () => {
    const { body } = await resolve({ domain: "havel-gruppe.example" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "several_entities_or_no_proof" });
    expect(body.candidates.map(({ number }: { number: string }) => number)).toHaveLength(6);
  });

  it("a parking page is no company", async () => {
    const { body } = await resolve({ domain: "parked.example" });
    expect(body).toMatchObject({
      status: "not_found",
      company: null,
      ambiguous: false,
      reason: "domain_is_parked",
      candidates: [],
    });
  });
});

describe("by number and URL", () => {
  it.each([
    [{ number: "999 100 104", country: "NO" }, "NO_ORGNR:999100104"],
    [{ number: "NO 999100104 MVA" }, "NO_ORGNR:999100104"],
    [{ number: "FR_990100208".slice(3), country: "FR" }, "FR_SIREN:990100208"],
    [{ number: "9900100-2", country: "FI" }, "FI_YTUNNUS:99001002"],
    [{ number: "CZ88010104" }, "CZ_ICO:88010104"],
    [{ number: "IT00484960588" }, "IT_VAT:IT00484960588"],
    [{ number: "9999009900DEMO000183" }, "LEI:9999009900DEMO000183"],
    [{ url: "https://virksomhet.brreg.no/nb/oppslag/enheter/999100104" }, "NO_ORGNR:999100104"],
    [{ url: "https://search.gleif.org/#/record/9999009900DEMO000183" }, "LEI:9999009900DEMO000183"],
    [{ url: "https://www.nordlys.example/om" }, "NO_ORGNR:999100104"],
  ])("%j is exact", async (input, id) => {
    const { body } = await resolve(input);
    expect(body).toMatchObject({ company: { id }, ambiguous: false, status: "ok" });
  });

  it("finds a firm of an unconfigured register through its LEI", async () => {
    const { body } = await resolve({ number: "999100279", country: "NO" });
    expect(body).toMatchObject({ company: { id: "LEI:9999009900DEMO000280" } });
  });

  it("takes a German court's number for candidates, because every court has one like it", async () => {
    const { body } = await resolve({ number: "HRB 991234 B", country: "DE" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "several_registers_have_this_number" });
    expect(body.candidates).toMatchObject([{ name: "Spree Software GmbH" }]);
  });

  it("tells a dissolved firm from a living one", async () => {
    const { body } = await resolve({ number: "999100236", country: "NO" });
    expect(body.company).toMatchObject({ legal_status: "dissolved" });
  });

  it.each([
    [{ number: "999100105", country: "NO" }, "number"],
    [{ number: "DE999010108" }, "number"],
    [{ number: "hello" }, "number"],
    [{ url: "https://virksomhet.brreg.no/" }, "url"],
    [{ url: "https://virksomhet.brreg.no/999100105" }, "url"],
    [{ name: "A" }, "name"],
    [{ name: "A." }, "name"],
    [{ name: "GmbH" }, "name"],
    [{ name: "🦊🦊🦊" }, "name"],
    [{ name: "999 100 104" }, "name"],
    [{ name: "Nordlys", country: "ZZ" }, "country"],
    [{ number: "SIREN 990 100 209" }, "number"],
    [{}, "domain"],
    [{ country: "Norway", name: "Nordlys" }, "country"],
    [{ domain: "gmail.com" }, "domain"],
  ])("%j is refused and names its field", async (input, path) => {
    const { body, status, headers } = await resolve(input);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", errors: [{ path }] });
    expect(headers.get("X-Tokens-Charged")).toBe("0");
  });

  it.each([
    ["Org.nr. 999 100 104 MVA", "NO_ORGNR:999100104"],
    ["NO NO 999 100 104 MVA", "NO_ORGNR:999100104"],
    ["SIREN : 990 100 208", "FR_SIREN:990100208"],
    ["lei 9999009900demo000183", "LEI:9999009900DEMO000183"],
  ])("%s is read as people copy it", async (number, id) => {
    expect((await resolve({ number })).body.company).toMatchObject({ id });
  });

  it("a valid number without a name says so", async () => {
    const { body } = await resolve({ number: "DE999010107" });
    expect(body).toMatchObject({ status: "not_found", company: null, reason: "number_valid_name_withheld" });
  });

  it("a number that no register has is not found, a busy register is not 'not found'", async () => {
    expect((await resolve({ number: "999100287", country: "NO" })).body).toMatchObject({
      status: "not_found",
      reason: "number_not_in_register",
    });
    const withdrawn = await resolve({ number: "999100244", country: "NO" });
    expect(withdrawn.body).toMatchObject({ status: "not_found" });
    const { body, text, headers } = await resolve({ number: "999100252", country: "NO" });
    expect(body).toMatchObject({ status: "partial", company: null, reason: "register_not_asked" });
    expect(headers.get("x-tokens-charged")).toBe("0");
    expect(body.incomplete).toContainEqual(expect.objectContaining({ source: "brreg", reason: "unavailable" }));
    expect(text).not.toContain("secret-token");
  });

  it("a contradiction between number and name is shown, not decided", async () => {
    const { body } = await resolve({ number: "999100104", country: "NO", name: "Brightwater" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "inputs_contradict_each_other" });
  });
});

describe("by name", () => {
  it("is proved by a register that gives the site, a site that says the name, and the country", async () => {
    const { body } = await resolve({ name: "Nordlys AS", country: "NO" });
    expect(body).toMatchObject({
      ambiguous: false,
      reason: null,
      company: { id: "NO_ORGNR:999100104", domain: "nordlys.example", description: "Lamps for long nights" },
    });
    const ids = body.candidates.map(({ id }: { id: string }) => id);
    expect(ids.slice(0, 2)).toEqual(["NO_ORGNR:999100104", "NO_ORGNR:999100198"]);
    expect(ids).not.toContain("NO_ORGNR:999100171");
  });

  it("a name alone and one site that says it is a candidate of at most 0.75 with its own words", async () => {
    const { body, headers } = await resolve({ name: "Spree Software" });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "name_alone_is_no_proof", status: "ok" });
    expect(body.candidates[0]).toMatchObject({ domain: "spree-software.example" });
    expect(body.candidates[0].confidence).toBeLessThanOrEqual(0.75);
    expect(headers.get("x-tokens-charged")).toBe("1");
    expect(body.incomplete).toContainEqual(expect.objectContaining({ source: "web_search", reason: "not_configured" }));
  });

  it("one candidate that its name alone does not prove is not ambiguous", async () => {
    const { body } = await resolve({ name: "Brightwater" });
    expect(body).toMatchObject({ company: null, ambiguous: false, reason: "name_alone_is_no_proof", status: "ok" });
    expect(body.candidates).toMatchObject([{ domain: "brightwater.example" }]);
  });

  it("a name that is written as a domain is that domain", async () => {
    expect((await resolve({ name: "nordlys.example" })).body.company).toMatchObject({ id: "NO_ORGNR:999100104" });
  });

  it.each(["株式会社さくら存在しない", "شركة غير موجودة", "Несуществующая", "Ada Brandt-Nobody", "x".repeat(200)])(
    "%s has no site, costs nothing and fails at nothing",
    async (name) => {
      const { body, status, headers } = await resolve({ name });
      expect(status).toBe(200);
      expect(body).toMatchObject({ company: null, candidates: [] });
      expect(headers.get("x-tokens-charged")).toBe("0");
    },
  );

  it("asks a web search where the deployment has one, and lets the sites decide", async () => {
    const asked: string[] = [];
    const items = [
      { url: "https://nordlys.example/en", title: "x" },
      { url: "https://www.facebook.com/nordlys" },
      { url: 7 },
    ];
    const AI = {
      websearch: async ({ gatewayId, query }: { gatewayId: string; query: string }) => {
        asked.push(`${gatewayId} ${query}`);
        return Response.json({ items });
      },
    };
    const { body } = await resolveWith(
      { AI, WEB_SEARCH: "cloudflare" },
      { name: "Lamps of Tromso", about: "Nordlys lamps" },
    );
    expect(asked).toEqual(["default Lamps of Tromso Nordlys lamps"]);
    expect(body.incomplete).not.toContainEqual(expect.objectContaining({ source: "web_search" }));
    // The site does not say this name, so the search alone is no candidate.
    expect(body).toMatchObject({ company: null, candidates: [] });
    const broken = { websearch: async () => new Response("no", { status: 500 }) };
    const failed = await resolveWith({ AI: broken, WEB_SEARCH: "cloudflare" }, { name: "Nordlys AS", country: "NO" });
    expect(failed.body).toMatchObject({ company: { domain: "nordlys.example" } });
  });

  it("a former name counts for less, and is shown", async () => {
    const { body } = await resolve({ name: "Saimaa Boats Oy", country: "FI" });
    expect(body.candidates[0]).toMatchObject({ id: "FI_YTUNNUS:99001002" });
    expect(body.candidates[1]).toMatchObject({ id: "FI_YTUNNUS:99001010", disagrees: [{ fact: "legal_name" }] });
  });

  it("a name that nobody bears", async () => {
    const { body } = await resolve({ name: "Zzyzx Quux", country: "NO" });
    expect(body).toMatchObject({ status: "not_found", ambiguous: false, reason: "name_not_found" });
    // Denmark's register needs a key, which this deployment lacks: unknown is not "no".
    const danish = await resolve({ name: "Zzyzx Quux", country: "DK" });
    expect(danish.body).toMatchObject({ status: "partial", ambiguous: false, reason: "register_not_asked" });
    expect(danish.headers.get("x-tokens-charged")).toBe("0");
  });
});

it("asks a register once and remembers", async () => {
  await resolve({ number: "999100104", country: "NO" });
  const before = await fetchedFrom("data.brreg.no");
  const { body } = await resolve({ number: "999100104", country: "NO" });
  expect(body.cached).toBe(true);
  expect(await fetchedFrom("data.brreg.no")).toEqual(before);
});
