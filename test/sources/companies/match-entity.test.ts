import { describe, expect, it } from "vitest";
import { legalNumber } from "../../../src/readers/legal/legal-numbers.ts";
import type { NamedEntity } from "../../../src/readers/legal/named-entity.ts";
import type { RegisterRecord } from "../../../src/readers/legal/register-record.ts";
import { chooseEntity } from "../../../src/sources/companies/choose-entity.ts";
import { matchEntity } from "../../../src/sources/companies/match-entity.ts";
import type { SiteEvidence } from "../../../src/sources/companies/site-evidence.ts";
import { brreg } from "../../../src/sources/registers/brreg.ts";
import { entityOf } from "../../../src/sources/registers/register.ts";

const NO_CONTACTS = { address: null, place: null, phone: null };
const NUMBER = legalNumber("NO_ORGNR", "999100104");
const URL_OF_PAGE = new URL("https://fjellhytte.example/");

/** A site that names `name` with the number beside it, and `owners` in its copyright line. */
function siteOf(name: string, owners: string[]): SiteEvidence {
  const numbers = NUMBER ? [NUMBER] : [];
  const seen = [{ url: URL_OF_PAGE.href, kind: "home" as const }];
  return {
    status: "ok",
    domain: "fjellhytte.example",
    home: { url: URL_OF_PAGE } as SiteEvidence["home"],
    redirectedTo: null,
    names: ["fjellhytte"],
    legal: {
      entities: [{ name, numbers, isOwner: true, seen }],
      copyrightNames: owners,
      phones: [],
      text: "",
      contacts: NO_CONTACTS,
    },
    countries: ["NO"],
    isComplete: true,
  };
}

const record = (name: string, more: Partial<RegisterRecord> = {}): RegisterRecord => ({
  ...(entityOf(brreg, { organisasjonsnummer: "999100104", navn: name }) as RegisterRecord),
  ...more,
});

describe("a number beside another firm's name", () => {
  it("does not count as proof when the copyright line names the owner", () => {
    const match = matchEntity(siteOf("Pikselbyrået AS", ["Fjellhytte AS"]), record("PIKSELBYRÅET AS"));
    expect(match.isAccepted).toBe(false);
  });

  it("does not count as proof when the register has another domain for that firm", () => {
    const agency = record("PIKSELBYRÅET AS", { website: "www.pikselbyraet.example" });
    expect(matchEntity(siteOf("Pikselbyrået AS", []), agency).isAccepted).toBe(false);
  });

  it.each([
    ["Fjellhytte AS", ["Fjellhytte AS"]],
    // A brand run by a firm of another name.
    ["Nordre Drift AS", []],
    ["Nordre Drift AS", ["Nordre Drift AS"]],
    ["Nordre Drift AS", ["Fjellhytte"]],
  ])("is proof where nothing contradicts: %s under %j", (name, owners) => {
    expect(matchEntity(siteOf(name, owners), record(name.toUpperCase())).isAccepted).toBe(true);
  });
});

describe("entities of one brand", () => {
  const abroad = (more: Partial<SiteEvidence> = {}) => ({ ...siteOf("Fjellhytte Holding AS", []), ...more });
  const gave = { website: "fjellhytte.example" };

  it.each([
    ["a sister's number beside the owner's copyright line", siteOf("Fjellhytte AS", ["Fjellhytte Oyj"]), {}],
    ["a subsidiary that gave the register the domain of its group", siteOf("", ["Fjellhytte Oyj"]), gave],
    [
      "a namesake of another country that gave the register this domain",
      {
        ...siteOf("", ["Fjellhytte AS"]),
        countries: ["DK"],
        legal: { entities: [], copyrightNames: ["Fjellhytte AS"], phones: [], text: "", contacts: NO_CONTACTS },
      },
      gave,
    ],
    [
      "a subsidiary of another country than the site",
      abroad({
        countries: [],
        legal: { entities: [], copyrightNames: [], phones: [], text: "", contacts: NO_CONTACTS },
      }),
      gave,
    ],
  ])("are not taken for each other: %s", (_, site, more) => {
    expect(matchEntity(site, record("FJELLHYTTE AS", more)).isAccepted).toBe(false);
  });

  it.each([
    ["the name in another language", siteOf("Fjellhytte Corporation", ["Fjellhytte Corporation"]), {}],
    ["words behind the name", siteOf("Fjellhytte AS", ["Fjellhytte AS, Company"]), {}],
    [
      "a form that the register gives apart",
      siteOf("Fjellhytte SAS", ["Fjellhytte SASU"]),
      { name: "FJELLHYTTE", form: "Société par actions simplifiée (SAS)" },
    ],
  ])("are recognised by their number under %s", (_, site, more) => {
    expect(matchEntity(site, record("FJELLHYTTE AS", more)).isAccepted).toBe(true);
  });
});

it("a firm that is gone does not own the domain that it gave its register by its name alone", () => {
  const site = {
    ...siteOf("", []),
    legal: { entities: [], copyrightNames: [], phones: [], text: "", contacts: NO_CONTACTS },
  };
  const gave = { website: "fjellhytte.example" };
  expect(matchEntity(site, record("FJELLHYTTE AS", gave)).isAccepted).toBe(true);
  expect(matchEntity(site, record("FJELLHYTTE AS", { ...gave, status: "dissolved" })).isAccepted).toBe(false);
});

describe("the entity that a site alone names", () => {
  const named = (name: string, isOwner: boolean, kind: NamedEntity["seen"][number]["kind"] = "privacy") => ({
    name,
    numbers: [],
    isOwner,
    seen: [{ url: "https://volta.example/legal", kind }],
  });
  const look = (entities: NamedEntity[]) =>
    chooseEntity(
      {
        ...siteOf("", []),
        names: ["volta"],
        legal: { entities, copyrightNames: [], phones: [], text: "", contacts: NO_CONTACTS },
      },
      [],
      [],
    );

  it.each<[string, NamedEntity[], string | null, boolean]>([
    ["a processor alone", [named("WhatsApp Ireland Limited", false)], null, false],
    ["the only name on legal pages", [named("Corvid Media, Inc.", false, "terms")], "Corvid Media, Inc.", false],
    [
      "a processor beside an imprint without a legal name",
      [{ ...named("", false, "imprint"), name: null }, named("Corvid Media, Inc.", true)],
      null,
      false,
    ],
    ["a processor that only the privacy page names", [named("Corvid Media, Inc.", false)], null, false],
    ["a customer on another page", [named("Datasten A/S", false, "about")], null, false],
    [
      "the stated owner beside a processor",
      [named("Corvid Ltd", true), named("Stripe, Inc.", false)],
      "Corvid Ltd",
      false,
    ],
    ["the one named like the site", [named("Volta Ltd", false), named("Mapper, LLC", false)], "Volta Ltd", false],
    ["two strangers", [named("Corvid Ltd", false), named("Mapper, LLC", false)], null, false],
    [
      "the first name of an imprint beside its general partner",
      [named("Volta GmbH & Co. KG", true, "imprint"), named("Volta Verwaltungs GmbH", false, "imprint")],
      "Volta GmbH & Co. KG",
      false,
    ],
    [
      "the firm with a number in the imprint, beside a shorter name behind ©",
      [
        { ...named("Volta Werke GmbH", true, "imprint"), numbers: NUMBER ? [NUMBER] : [] },
        named("Volta GmbH", true, "copyright"),
      ],
      "Volta Werke GmbH",
      false,
    ],
    ["two owners", [named("Corvid Ltd", true), named("Corvid GmbH", true)], null, true],
  ])("%s", (_, entities, name, isAmbiguous) => {
    const { winner, isAmbiguous: isOpen, candidates } = look(entities);
    expect([winner?.site?.name ?? null, isOpen]).toEqual([name, isAmbiguous]);
    expect(candidates.length).toBe(isAmbiguous ? entities.length : name ? 1 : 0);
  });
});
