import { expect, it } from "vitest";
import { contactsOf } from "../../../src/readers/contacts/site-contacts.ts";
import type { LegalPageKind } from "../../../src/readers/legal/legal-text.ts";

const page = (kind: LegalPageKind, text: string, tel: string[] = []) => ({
  kind,
  url: `https://acme.example/${kind}`,
  text,
  tel,
});
const short = (pages: ReturnType<typeof page>[]) => {
  const { address, phone } = contactsOf(pages);
  return [address?.text ?? null, phone?.text ?? null];
};

it.each<[string, ReturnType<typeof page>[], (string | null)[]]>([
  [
    "the first of an imprint, before those of the chamber",
    [
      page("home", "Notfall: 0160 9233 6066"),
      page(
        "imprint",
        "Seeweg 4, 14057 Berlin\nTelefon: 030 28471022\nKammer: Ufer 9, 10179 Berlin\nTelefon: 030 306931",
      ),
    ],
    ["Seeweg 4, 14057 Berlin", "030 28471022"],
  ],
  [
    "the only one elsewhere",
    [page("about", "Kade 11, 3011 BD Rotterdam\n+31 10 102 0304")],
    ["Kade 11, 3011 BD Rotterdam", "+31 10 102 0304"],
  ],
  [
    "not one of two shops",
    [page("about", "Kade 11, 3011 BD Rotterdam\nWal 2, 2312 AB Leiden\n+31 10 102 0304\n+31 71 102 0305")],
    [null, null],
  ],
  ["not a fax", [page("about", "Fax: +31 10 102 0305"), page("home", "", ["+31101020304"])], [null, "+31101020304"]],
  ["not a template's number", [page("home", "Tel: 70 12 34 56 · +31 00 000 0000")], [null, null]],
  ["not an authority of a privacy page", [page("privacy", "Acme AS, Spikerveien 7A, 3055 Krokstad")], [null, null]],
])("%s", (_, pages, expected) => expect(short(pages)).toEqual(expected));
