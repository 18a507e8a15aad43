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
    "the first office of a contact page",
    [
      page("home", "Wal 2, 2312 AB Leiden\nKade 11, 3011 BD Rotterdam\n+31 10 102 0304\n+31 71 102 0305"),
      page("about", "Kade 11, 3011 BD Rotterdam\nWal 2, 2312 AB Leiden"),
    ],
    ["Kade 11, 3011 BD Rotterdam", "+31 10 102 0304"],
  ],
  [
    "a number in the form of its country, alone on its line",
    [page("home", "☎ 04 66 10 20 34")],
    [null, "04 66 10 20 34"],
  ],
  ["a label of one word", [page("home", "Telefoonnummer: 0470 98 83 11")], [null, "0470 98 83 11"]],
  ["a number without the hours behind it", [page("home", "Tlf: 70 10 20 34 (9-16)")], [null, "70 10 20 34"]],
  [
    "a number behind a colon with a space",
    [page("home", "Téléphone : (+33) 4 66 10 20 34")],
    [null, "(+33) 4 66 10 20 34"],
  ],
  [
    "none of two shops on a home page",
    [page("home", "Wal 2, 2312 AB Leiden\nKade 11, 3011 BD Rotterdam")],
    [null, null],
  ],
  [
    "a postal code with its city, alone",
    [page("imprint", "Acme\nCEP 87035-090, Maringá - PR")],
    ["CEP 87035-090, Maringá - PR", null],
  ],
  [
    "a mobile number beside another label",
    [page("about", "Telefone e WhatsApp: (51) 99624-1083")],
    [null, "(51) 99624-1083"],
  ],
  ["not a fax", [page("about", "Fax: +31 10 102 0305"), page("home", "", ["+31101020304"])], [null, "+31101020304"]],
  ["not a template's number", [page("home", "Tel: 70 12 34 56 · +31 00 000 0000")], [null, null]],
  [
    "the owner of a privacy page, and not an authority",
    [page("privacy", "Acme AS, Spikerveien 7A, 3055 Krokstad\nDatatilsynet\nTollbugata 3, 0152 Oslo")],
    ["Spikerveien 7A, 3055 Krokstad", null],
  ],
])("%s", (_, pages, expected) => expect(short(pages)).toEqual(expected));
