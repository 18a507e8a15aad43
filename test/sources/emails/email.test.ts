import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { suppress } from "../../../src/privacy/suppressions.ts";
import { parseName } from "../../../src/readers/names/person-name.ts";
import { csvOf, importCsv } from "../../support/directory-csv.ts";
import { balanceOf, callsOf, callTool, requestWith, richKey } from "../../support/harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

let key: string;
beforeAll(async () => {
  key = await richKey();
});

const find = (name: string, domain: string, more = {}) => callTool(key, "get_email", { name, domain, ...more });
const findAtAnyOdds = (name: string, domain: string) =>
  requestWith({ EMAIL_MIN_CONFIDENCE: "0" }, "/api/v0/get_email", {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name, domain }),
  });
const check = (email: string) => callTool(key, "verify_email", { email });

/** A company of the directory with people whose addresses the operator knows. */
async function know(
  domain: string,
  people: [name: string, email: string, status?: string][],
  size = "",
): Promise<void> {
  const rows = people.map(([name, email, status = "verified"]) => [name, domain, email, status]);
  const done = await importCsv("people", csvOf([["name", "domain", "email", "email_status"], ...rows]));
  expect(done.status).toBe(200);
  if (!size) return;
  await importCsv(
    "companies",
    csvOf([
      ["name", "domain", "size_band"],
      [domain, domain, size],
    ]),
  );
}

describe("the ladder", () => {
  it.each([
    ["Ada Brandt", "acme-robotics.example", "ada.brandt@acme-robotics.example", "mailto", "/team"],
    ["Grace Liu", "fernhill.example", "grace@fernhill.example", "mailto", "/team"],
    ["Tom Becker", "spelled-out.example", "tom.becker@spelled-out.example", "spelled_out", "/contact"],
    ["Eva Stone", "spelled-out.example", "eva.stone@spelled-out.example", "spelled_out", "/contact"],
    ["Zoë Çelik", "json-ld-mail.example", "zc@json-ld-mail.example", "json_ld", "/"],
    ["Idris Cole", "press-page.example", "idris.cole@press-page.example", "text", "/press"],
    ["Paul Reed", "text-files.example", "paul.reed@text-files.example", "security_txt", "/.well-known/security.txt"],
    ["Nora Quinn", "text-files.example", "nora@text-files.example", "humans_txt", "/humans.txt"],
    ["Bob Nash", "dotted.example", "bob.nash@dotted.example", "mailto", "/team"],
  ])("published: %s at %s", async (name, domain, email, kind, path) => {
    const { status, body, headers } = await find(name, domain);
    expect(status).toBe(200);
    expect(headers.get("x-tokens-charged")).toBe("5");
    expect(body).toMatchObject({ email, domain, status: "published", source: "own_site", confidence: 0.98 });
    expect(body).toMatchObject({ reason: null, is_catch_all: null, alternatives: [], input_parameters: null });
    expect(body.evidence).toEqual([{ url: `https://${domain}${path}`, kind }]);
  });

  // A site answers four requests at once, robots.txt among them; a fifth waits a second.
  it.each([
    ["fernhill.example", "the team page shows people's addresses", ["/robots.txt", "/", "/team", "/contact"]],
    ["lumenta.example", "it shows none", ["/robots.txt", "/", "/team", "/contact", "/about"]],
  ])("asks %s for a third page only where no person's address is found: %s", async (domain, _, paths) => {
    await find("Nobody Atall", domain);
    const asked = await fetchedFrom(domain);
    expect(new Set(asked.map((line) => line.slice(line.indexOf(domain) + domain.length)))).toEqual(new Set(paths));
  });

  it("published beats the directory, and is not asked for twice", async () => {
    await know("dotted.example", [["Robert Nash", "rn@dotted.example"]]);
    await find("Robert Nash", "dotted.example");
    const before = await fetchedFrom("dotted.example");
    const { body } = await find("Robert Nash", "dotted.example");
    expect(body).toMatchObject({
      email: "bob.nash@dotted.example",
      status: "published",
      source: "own_site",
      cached: true,
    });
    expect(await fetchedFrom("dotted.example")).toEqual(before);
  });

  it("the directory answers where no page does, also for a name without Latin letters", async () => {
    await know("google-mail.example", [
      ["Sue Marsh", "susan.m@google-mail.example"],
      ["王伟", "wei@google-mail.example"],
      ["Otto Kern", "kern.o@google-mail.example", "guessed"],
      ["Lara Haas", "office@google-mail.example"],
    ]);
    for (const [name = "", email] of [
      ["Susan Marsh", "susan.m@google-mail.example"],
      ["王伟", "wei@google-mail.example"],
    ]) {
      const { body } = await find(name, "google-mail.example");
      expect(body).toMatchObject({ email, status: "published", source: "directory" });
      expect(body.evidence).toEqual([{ url: "dns:google-mail.example?type=MX", kind: "dns" }]);
      expect(body.confidence).toBeGreaterThan(0.75);
    }
    // A guess of the import and the address of a function are not given out as a person's.
    expect((await find("Otto Kern", "google-mail.example")).body.email).not.toBe("kern.o@google-mail.example");
    expect((await find("Lara Haas", "google-mail.example")).body.email).not.toBe("office@google-mail.example");
  });

  it("a pattern learned from own pages names the page", async () => {
    const { body } = await find("Clara Voss", "dotted.example");
    expect(body).toMatchObject({ email: "clara.voss@dotted.example", status: "pattern", pattern: "{first}.{last}" });
    expect(body).toMatchObject({ source: "own_site", is_catch_all: null, reason: null });
    expect(body.evidence).toContainEqual({ url: "https://dotted.example/team", kind: "same_pattern_own_site" });
    expect(JSON.stringify(body)).not.toContain("anneliese");
  });

  it("a pattern learned from the directory", async () => {
    await know("microsoft-mail.example", [
      ["Tom Becker", "beckert@microsoft-mail.example"],
      ["Eva Stone", "stonee@microsoft-mail.example"],
      ["Otto Kern", "info@microsoft-mail.example"],
      ["Paul Reed", "paul.reed@somewhere-else.example"],
    ]);
    const { body } = await find("Clara Voss", "microsoft-mail.example");
    expect(body).toMatchObject({ email: "vossc@microsoft-mail.example", status: "pattern", pattern: "{last}{f}" });
    expect(body.source).toBe("directory");
    // Rows that name no page are no evidence that a caller could look at.
    expect(body.evidence).toEqual([{ url: "dns:microsoft-mail.example?type=MX", kind: "dns" }]);
    expect(body.confidence).toBeGreaterThan(0.45);
    expect(body.confidence).toBeLessThan(0.8);
  });

  it.each([
    ["zoho-mail.example", "2-10", "clara@zoho-mail.example", "{first}", 0.42],
    ["mimecast-mail.example", "51-200", "cvoss@mimecast-mail.example", "{f}{last}", 0.29],
    ["proofpoint-mail.example", "5001-10000", "clara.voss@proofpoint-mail.example", "{first}.{last}", 0.3],
  ])("%s with %s people: only a guess", async (domain, size, email, pattern, confidence) => {
    await know(domain, [["Somebody Else", ""]], size);
    const { body } = await find("Clara Voss", domain);
    expect(body).toMatchObject({ email, status: "guess", pattern, source: "pattern_shares", is_catch_all: null });
    expect(body.confidence).toBeCloseTo(confidence, 1);
    expect(body.confidence).toBeLessThanOrEqual(0.55);
    expect(body.reason).toBe("no_address_of_the_company_seen");
    expect(body.evidence).toEqual([{ url: `dns:${domain}?type=MX`, kind: "dns" }]);
    expect(body.alternatives.length).toBeGreaterThan(0);
    expect(body.alternatives.length).toBeLessThanOrEqual(3);
  });

  it("names pages with the company's own addresses as evidence, and derives none for a name of one word", async () => {
    const known = (await find("Clara Voss", "dotted.example")).body;
    const mononym = (await find("Suharto", "dotted.example")).body;
    expect(known.status).toBe("pattern");
    expect(mononym).toMatchObject({ email: null, status: "not_found", reason: "name_has_one_word" });
    expect(JSON.stringify(known.evidence)).not.toContain("/docs");
  });

  it("never gives a function's address, another person's or another company's", async () => {
    expect((await findAtAnyOdds("Sally Press", "roles-only.example")).body).toMatchObject({ status: "guess" });
    const { body } = await findAtAnyOdds("Jane Smith", "decoys.example");
    expect(body.status).not.toBe("published");
    expect(body.email).toMatch(/@decoys\.example$/);
    expect([body.email, ...body.alternatives]).not.toContain("jsmith@decoys.example");
  });

  it("is less sure of a domain that has no mail hosts", async () => {
    const { body } = await find("Rosa Lang", "implicit-mail.example");
    expect(body).toMatchObject({ status: "published", confidence: 0.59, mx: { accepts_mail: true, provider: null } });
  });

  it("is half as sure when two people have the name", async () => {
    const domain = "own-mail.example";
    const alone = (await find("Anna Schmitt", domain)).body.confidence;
    const rows = ["a", "b"].map((slug) => ["Anna Schmitt", domain, `network.example/in/${slug}`]);
    await importCsv("people", csvOf([["name", "domain", "profile_url"], ...rows]));
    expect((await findAtAnyOdds("Anna Schmitt", domain)).body.confidence).toBeCloseTo(alone / 2, 1);
  });

  it("sells no address that is less likely than EMAIL_MIN_CONFIDENCE, and none of a name of one word", async () => {
    const sold = await findAtAnyOdds("Anna Schmitt", "own-mail.example");
    const kept = await find("Anna Schmitt", "own-mail.example");
    expect([sold.body.status, kept.body.status]).toEqual(["guess", "not_found"]);
    expect(kept.body).toMatchObject({ email: null, reason: "too_unlikely", alternatives: [] });
    const oneWord = await find("Ada", "fernhill.example");
    expect(oneWord.body).toMatchObject({ email: null, status: "not_found", reason: "name_has_one_word" });
    for (const { headers } of [kept, oneWord]) expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it("an address of the directory is one that was seen, also where the pattern makes it more surely", async () => {
    const names = ["Ida Holm", "Per Dahl", "Kim Lund", "Ole Berg", "Eva Moe", "Jan Lie", "Siv Aas", "Tor Vik"];
    await know(
      "mimecast-mail.example",
      names.map((name) => [name, `${name.toLowerCase().replace(" ", ".")}@mimecast-mail.example`]),
    );
    const { body } = await find("Ida Holm", "mimecast-mail.example");
    expect(body).toMatchObject({ email: "ida.holm@mimecast-mail.example", status: "published", source: "directory" });
    expect(body.confidence).toBeGreaterThan(0.9);
  });

  it.each(["Sales Team", "CEO", "Head of Sales", "info"])("refuses %s, which is a role", async (name) => {
    const { status, body } = await find(name, "fernhill.example");
    expect([status, body.errors[0]]).toEqual([
      400,
      { path: "name", message: expect.stringContaining("This is a role") },
    ]);
  });

  it.each(["Dean Martin", "Mark Sales-Jones", "Grace Liu"])("takes %s for a person", async (name) => {
    expect((await find(name, "fernhill.example")).status).toBe(200);
  });
});

describe("domains that have no address to give", () => {
  it.each([
    ["gmail.com", "free_mail_domain", { free_provider: true, disposable: false }, null],
    ["mailinator.com", "disposable_domain", { free_provider: false, disposable: true }, null],
    ["nobody-has-this.example", "domain_has_no_dns", { free_provider: false, disposable: false }, false],
    ["null-mx-root.example", "domain_takes_no_mail", { free_provider: false, disposable: false }, false],
    ["silent-zone.example", "domain_takes_no_mail", { free_provider: false, disposable: false }, false],
  ])("%s: %s", async (domain, reason, checks, accepts_mail) => {
    const { status, body, headers } = await find("Ada Brandt", domain);
    expect(status).toBe(200);
    expect(headers.get("x-tokens-charged")).toBe("0");
    expect(body).toMatchObject({ email: null, domain, status: "not_found", reason, confidence: 0, alternatives: [] });
    expect(body).toMatchObject({ is_catch_all: null, pattern: null, source: null, checks, mx: { accepts_mail } });
    expect(await fetchedFrom(domain)).toEqual([]);
  });

  it("a name without a Latin form", async () => {
    const { body } = await find("Иван Петров", "own-mail.example");
    expect(body).toMatchObject({ email: null, status: "not_found", reason: "name_has_no_latin_form" });
  });

  it.each(["resolver-down.example", "servfail.example"])(
    "%s: a resolver that is down is a refunded 503",
    async (domain) => {
      const before = await balanceOf(key);
      for (const answer of [await find("Ada Brandt", domain), await check(`ada@${domain}`)]) {
        expect(answer.status).toBe(503);
        expect(answer.body.error).toBe("upstream_unavailable");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(answer.headers.get("x-tokens-charged")).toBe("0");
      }
      expect(await balanceOf(key)).toBe(before);
    },
  );

  it.each([
    { name: "", domain: "acme-robotics.example" },
    { name: "ada@acme.example", domain: "acme-robotics.example" },
    { name: "Ada Brandt" },
    { name: "Ada Brandt", domain: "192.168.0.1" },
    { name: "Ada Brandt", domain: "linkedin.com" },
    { name: "Ada Brandt", domain: "acme-robotics.example", input_parameters: "crm" },
    { name: "Ada Brandt", domain: "acme-robotics.example", input_parameters: [{}] },
    { name: "Ada Brandt", domain: "acme-robotics.example", input_parameters: { source: 7 } },
    { name: "Ada Brandt", domain: "acme-robotics.example", input_parameters: { note: "x".repeat(4_096) } },
  ])("%o is 400 and free", async (body) => {
    const answer = await callTool(key, "get_email", body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("invalid_request");
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
  });
});

describe("the mail provider", () => {
  it.each([
    ["google-mail.example", "google"],
    ["microsoft-mail.example", "microsoft"],
    ["proofpoint-mail.example", "proofpoint"],
    ["mimecast-mail.example", "mimecast"],
    ["zoho-mail.example", "zoho"],
    ["own-mail.example", "own"],
    ["other-mail.example", "other"],
  ])("of %s is %s", async (domain, provider) => {
    const { body } = await check(`ada@${domain}`);
    expect(body.mx).toEqual({ accepts_mail: true, provider });
  });
});

describe("input_parameters", () => {
  it("are returned as sent, and their source is in the usage record", async () => {
    const source = `crm ${"x".repeat(300)}\u0000`;
    const sent = { z: null, source, nested: { b: [1, { y: "ü", x: 1.5 }], a: {} }, "": true, __proto__x: 1 };
    const { text } = await find("Ada Brandt", "gmail.com", { input_parameters: sent });
    expect(text).toContain(`"input_parameters":${JSON.stringify(sent)}`);
    expect((await callsOf(key)).at(-1)?.label).toBe(source.slice(0, 200));
  });

  it.each([{}, { source: null }, { source: "" }])("%o has no label and is echoed all the same", async (sent) => {
    const { body } = await find("Ada Brandt", "gmail.com", { input_parameters: sent });
    expect(body.input_parameters).toEqual(sent);
  });

  it("that misspell source are echoed, with a hint", async () => {
    const sent = { sorce: "crm", campaign: "x" };
    const { body } = await find("Ada Brandt", "gmail.com", { input_parameters: sent });
    expect([body.input_parameters, body.warnings]).toEqual([
      sent,
      ["input_parameters.sorce: is returned, not read; did you mean source?"],
    ]);
  });

  it("of 4 kB exactly are taken", async () => {
    const sent = { note: "x".repeat(4_096 - JSON.stringify({ note: "" }).length) };
    expect((await find("Ada Brandt", "gmail.com", { input_parameters: sent })).status).toBe(200);
  });
});

describe("verify_email without a verifier", () => {
  it.each([
    ["ada.brandt@acme-robotics.example", "unknown", "no_verifier"],
    ["info@acme-robotics.example", "unknown", "no_verifier"],
    ["ada@nobody-has-this.example", "invalid", "domain_has_no_dns"],
    ["ada@null-mx-root.example", "invalid", "domain_takes_no_mail"],
    ["ada@implicit-mail.example", "risky", "domain_has_no_mail_host"],
    ["ada@mailinator.com", "risky", "disposable_domain"],
    ["ada", "invalid", "bad_syntax"],
    ["@acme-robotics.example", "invalid", "bad_syntax"],
    ["ada..b@acme-robotics.example", "invalid", "bad_syntax"],
    ["ada b@acme-robotics.example", "invalid", "bad_syntax"],
    ["ada@acme-robotics.example/x", "invalid", "bad_syntax"],
    ["ada@localhost", "invalid", "bad_syntax"],
    ["ada@[127.0.0.1]", "invalid", "bad_syntax"],
    [`${"a".repeat(65)}@acme-robotics.example`, "invalid", "bad_syntax"],
  ])("%s is %s: %s", async (email, status, reason) => {
    const answer = await check(email);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-tokens-charged")).toBe("1");
    expect(answer.body).toMatchObject({ email, status, reason, is_catch_all: null });
    expect(answer.body.checks.role).toBe(email.startsWith("info@"));
  });

  it("writes the domain as the DNS does", async () => {
    expect((await check(" Ada@CAFÉ-CITTÀ.example ")).body).toMatchObject({
      email: "Ada@xn--caf-citt-6ya8f.example",
      status: "unknown",
    });
  });

  it.each([{}, { email: 7 }, { email: "" }, { email: "x".repeat(1_001) }])("%o is 400", async (body) => {
    expect((await callTool(key, "verify_email", body)).status).toBe(400);
  });
});

describe("people who have objected", () => {
  it("is shown by no source", async () => {
    const context = sourceContext();
    await know("other-mail.example", [["Livia Conti", "livia.conti@other-mail.example"]]);
    expect((await find("Livia Conti", "other-mail.example")).body.status).toBe("published");
    await suppress(context, [{ kind: "email", email: "Livia.Conti@other-mail.example" }]);
    const nothing = { email: null, status: "not_found", reason: "person_objected", alternatives: [] };
    expect((await find("Livia Conti", "other-mail.example")).body).toMatchObject(nothing);
    expect((await check("livia.conti@other-mail.example")).body).toMatchObject({
      status: "unknown",
      reason: "person_objected",
    });

    const name = parseName("Siobhán O’Brien");
    if (name) await suppress(context, [{ kind: "person", name, domain: "acme-robotics.example" }]);
    for (const asked of ["Siobhan O'Brien", "Dr. Siobhán Maria O’Brien"]) {
      expect((await find(asked, "acme-robotics.example")).body).toMatchObject(nothing);
    }
    const rows = await env.DB.prepare("SELECT * FROM suppressions").all();
    expect(JSON.stringify(rows.results)).not.toMatch(/livia|conti|brien|acme/i);
  });
});
