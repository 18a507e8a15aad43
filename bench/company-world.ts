/** The oddities of the sites of made-up firms, and of the registers that know them. */

import type { LegalPageKind } from "../src/readers/legal/legal-text.ts";
import type { RegisterRecord } from "../src/readers/legal/register-record.ts";
import { entityOf } from "../src/sources/registers/register.ts";
import { FIRMS, type Firm, numberFrom, written } from "./company-firms.ts";

/** What a site shows and what registers know; `expected` is the id of the register's record, or the name that the site alone states, or null. */
export type Case = {
  domain: string;
  pages: [kind: LegalPageKind, html: string][];
  records: RegisterRecord[];
  expected: string | null;
};

const ascii = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/ø/gi, "o")
    .replace(/[^\x20-\x7e]/g, "");
const domainOf = ({ name, country }: Firm) =>
  `${ascii(name)
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")}.${country === "GB" ? "co.uk" : country.toLowerCase()}`;
const legal = ({ name, form }: Firm) => `${name} ${form}`;
const address = ({ street, postalCode, city }: Firm) => `${street}, ${postalCode} ${city}`;

function recordOf(firm: Firm, number: string, more: Partial<RegisterRecord> = {}): RegisterRecord {
  const { scheme, country, street, postalCode, city, phone } = firm;
  const fields = { number: "number", name: "name", status: () => "active" as const };
  const register = {
    name: "register",
    schemes: [scheme],
    licence: "",
    attribution: "",
    recordUrl: () => "https://register.example/",
    rowsOfNumber: async () => [],
    fields,
  };
  const found = entityOf(register, { number, name: legal(firm) });
  if (!found) throw new Error(`${scheme} ${number}`);
  const place = { text: address(firm), street, postalCode, city, region: null, country };
  return { ...found, country, address: place, phone, ...more };
}

const ELSEWHERE = {
  text: "Far Road 99, 99999 Elsewhere",
  street: "Far Road 99",
  postalCode: "99999",
  city: "Elsewhere",
};
const stranger = { address: { ...ELSEWHERE, region: null, country: null }, phone: "+99 999 999 999" };
const filler = "<p>We make things, and have made them for a long time, for people who need them.</p>".repeat(25);

/** One oddity a name, made for every firm. */
export const ODDITIES: Record<string, (firm: Firm) => Omit<Case, "domain"> & { domain?: string }> = {
  "number and name on the imprint": (firm) => {
    const number = numberFrom(firm.scheme, 11);
    return {
      pages: [
        [
          "imprint",
          `<h1>Legal</h1><p>${legal(firm)}</p><p>${address(firm)}</p><p>${firm.label} ${written(firm.scheme, number)}</p>`,
        ],
      ],
      ...known(firm, number),
    };
  },
  "footer only": (firm) => {
    const number = numberFrom(firm.scheme, 211);
    return {
      pages: [
        [
          "home",
          `${filler}<footer>© 2026 ${legal(firm)}, ${firm.city}. ${firm.label} ${written(firm.scheme, number)}</footer>`,
        ],
      ],
      ...known(firm, number),
    };
  },
  "host, agency and processors beside the owner": (firm) => {
    const number = numberFrom(firm.scheme, 311);
    const others = `<h2>Hosting</h2><p>Cloudnest SAS, SIREN 552120222</p><p>Website by: Pixel Ltd, company number 09446232</p>`;
    return {
      pages: [
        ["imprint", `<h1>Legal</h1><p>${legal(firm)}</p><p>${firm.label} ${written(firm.scheme, number)}</p>${others}`],
        [
          "privacy",
          `<h1>Privacy</h1>${filler}<h2>Processors</h2><p>Stripe Payments Europe, Limited, VAT IE9813461A</p>`,
        ],
      ],
      ...known(firm, number),
    };
  },
  "a namesake in the register, told by the number": (firm) => {
    const number = numberFrom(firm.scheme, 411);
    return {
      pages: [["imprint", `<p>${legal(firm)}</p><p>${firm.label} ${written(firm.scheme, number)}</p>`]],
      ...known(firm, number, [recordOf(firm, numberFrom(firm.scheme, 951), stranger)]),
    };
  },
  "a namesake in the register, no number on the site": (firm) => ({
    pages: [["imprint", `<p>${legal(firm)}</p>`]],
    records: [recordOf(firm, numberFrom(firm.scheme, 961), stranger)],
    expected: legal(firm),
  }),
  "two namesakes, one dissolved with the domain": (firm) => {
    const number = numberFrom(firm.scheme, 511);
    const gone = recordOf(firm, numberFrom(firm.scheme, 971), {
      ...stranger,
      status: "dissolved",
      website: domainOf(firm),
    });
    return {
      pages: [["imprint", `<p>${legal(firm)}, ${firm.label} ${written(firm.scheme, number)}</p>`]],
      ...known(firm, number, [gone]),
    };
  },
  "a namesake's domain in the register, no number on the site": (firm) => ({
    pages: [["imprint", `<p>${legal(firm)}, ${firm.city}</p>`]],
    records: [
      recordOf(firm, numberFrom(firm.scheme, 981), { ...stranger, website: domainOf(firm) }),
      recordOf(firm, numberFrom(firm.scheme, 1_991)),
    ],
    expected: legal(firm),
  }),
  "a group whose copyright line names the owner": (firm) => {
    const number = numberFrom(firm.scheme, 611);
    const sisters = ["North", "South", "East", "West", "Labs"].map((part, index) => {
      const sister = { ...firm, name: `${firm.name} ${part}` };
      return { sister, number: numberFrom(firm.scheme, 700 + index * 37) };
    });
    const list = sisters
      .map(({ sister, number: its }) => `<p>${legal(sister)}, ${firm.label} ${written(firm.scheme, its)}</p>`)
      .join("");
    return {
      pages: [
        ["home", `${filler}<footer>© 2026 ${legal(firm)}</footer>`],
        ["imprint", `<p>${legal(firm)}, ${firm.label} ${written(firm.scheme, number)}</p>${list}`],
      ],
      ...known(
        firm,
        number,
        sisters.map(({ sister, number: its }) => recordOf(sister, its)),
      ),
    };
  },
  "six entities and none of them stated": (firm) => {
    const parts = ["North", "South", "East", "West", "Labs", "Trade"].map((part, index) => ({
      sister: { ...firm, name: `${part} ${firm.city}` },
      number: numberFrom(firm.scheme, 800 + index * 41),
    }));
    return {
      pages: [
        [
          "about",
          parts
            .map(({ sister, number }) => `<p>${legal(sister)}, ${firm.label} ${written(firm.scheme, number)}</p>`)
            .join(""),
        ],
      ],
      records: parts.map(({ sister, number }) => recordOf(sister, number, stranger)),
      expected: null,
    };
  },
  "a brand run by a firm of another name": (firm) => {
    const number = numberFrom(firm.scheme, 1_011);
    return {
      domain: "papierboot.example",
      pages: [
        [
          "terms",
          `<p>Papierboot is operated by ${legal(firm)}, ${address(firm)}, ${firm.label} ${written(firm.scheme, number)}.</p>`,
        ],
      ],
      ...known(firm, number),
    };
  },
  "renamed in the register": (firm) => {
    const number = numberFrom(firm.scheme, 1_111);
    const renamed = recordOf({ ...firm, name: "Entirely New" }, number, { formerNames: [legal(firm)] });
    return {
      pages: [["imprint", `<p>${legal(firm)}</p><p>${firm.label} ${written(firm.scheme, number)}</p>`]],
      records: [renamed],
      expected: renamed.id,
    };
  },
  "capitals and other letters in the register": (firm) => {
    const number = numberFrom(firm.scheme, 1_211);
    const plain = { ...firm, name: firm.name.replace("ü", "ue").replace("ö", "oe").replace("ä", "ae").toUpperCase() };
    return {
      pages: [["imprint", `<p>${legal(firm)}</p><p>${firm.label} ${written(firm.scheme, number)}</p>`]],
      ...known(plain, number),
    };
  },
  "a number of somebody else with its wrong check digits": (firm) => ({
    pages: [["imprint", `<p>${legal(firm)}</p><p>VAT DE123456781</p><p>USt-IdNr. DE136695977</p>`]],
    records: [],
    expected: legal(firm),
  }),
  "the host's page of a parked domain": (_firm) => ({
    pages: [["imprint", "<p>This domain is served by IONOS SE, Montabaur, HRB 24498</p>"]],
    records: [],
    expected: null,
  }),
  "a customer on the about page": (firm) => ({
    domain: "papierboot.example",
    pages: [["about", `<p>We met ${legal(firm)} in June, and Datasten A/S in May.</p>`]],
    records: [recordOf(firm, numberFrom(firm.scheme, 1_411))],
    expected: null,
  }),
  "the register has the group's site": (firm) => {
    const number = numberFrom(firm.scheme, 1_511);
    const subsidiary = { ...firm, name: `${firm.name} Service` };
    const beside = recordOf(subsidiary, numberFrom(firm.scheme, 1_611), { ...stranger, website: domainOf(firm) });
    return {
      pages: [["imprint", `<p>${legal(firm)}, ${firm.label} ${written(firm.scheme, number)}</p>`]],
      ...known(firm, number, [beside]),
    };
  },
  "JSON-LD": (firm) => {
    const number = numberFrom(firm.scheme, 1_711);
    const node = { "@type": "Organization", legalName: legal(firm), url: `https://${domainOf(firm)}/` };
    return {
      pages: [
        [
          "home",
          `<script type="application/ld+json">${JSON.stringify(node)}</script>${filler}<footer>${firm.label} ${written(firm.scheme, number)}</footer>`,
        ],
      ],
      ...known(firm, number),
    };
  },
  "the copyright of an editor": (firm) => ({
    domain: "papierboot.example",
    pages: [["about", `<p>Copyright © 2003-2008, Textkiste AB, All rights reserved.</p>${filler}<p>${firm.city}</p>`]],
    records: [],
    expected: null,
  }),
};

function known(firm: Firm, number: string, others: RegisterRecord[] = []) {
  const own = recordOf(firm, number);
  return { records: [...others, own], expected: own.id };
}

/** Every oddity with every firm. */
export function cases(): { oddity: string; firm: Firm; given: Case }[] {
  return Object.entries(ODDITIES).flatMap(([oddity, make]) =>
    FIRMS.map((firm) => ({ oddity, firm, given: { domain: domainOf(firm), ...make(firm) } })),
  );
}
