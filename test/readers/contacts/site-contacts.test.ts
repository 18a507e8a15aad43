import { expect, it } from "vitest";
import { contactsOf } from "../../../src/readers/contacts/site-contacts.ts";

it.each([
  ["<th>", "Straße\nLindenweg 17\nPLZ\n24576\nOrt\nBad Lindau"],
  ["<th>, city first", "Straße\nLindenweg 17\nOrt\nBad Lindau\nPLZ\n24576"],
  ["labels", "Straße: Lindenweg 17\nPLZ: 24576\nOrt: Bad Lindau"],
])("rows of a table are an address: %s", (_, text) => {
  const { address, place } = contactsOf([
    { kind: "imprint", url: "https://holt.example/", language: "de", text, tel: [] },
  ]);
  expect([address?.text, place?.city]).toEqual(["Lindenweg 17, 24576 Bad Lindau", "Bad Lindau"]);
});

it.each([
  ["12 Mill St\nMalton, NJ 08053\n503-234-5698", "503-234-5698"],
  ["Mill St\n503-234-5698", "503-234-5698"],
  ["12 Mill Street, Leeds, LS6 4AP. 0113 223 4569", "0113 223 4569"],
  ["Calle Azul 7\n46004 Lerma\n963 223 459", "963 223 459"],
  ["Lindenweg 17\n24576 Bad Lindau\n04192 / 12 34 569", "04192 / 12 34 569"],
  ["טלפון: 03-2234569", "03-2234569"],
  ["Kontakt\n043 818 12 93\n079 315 93 46", "043 818 12 93"],
  ["Av. Azul, 10, Lins/SP, CEP 16400-100 | (11) 3123-4569", "(11) 3123-4569"],
  ["Telefon Numaramız\n0533 247 75 25", "0533 247 75 25"],
  ["12 Mill St, Malton NJ 08053 | 512-234-5698 | Map", "512-234-5698"],
  ["Boise\np: 208.234.5698\nf: 208.234.5699", "208.234.5698"],
  ["TEL：03-2234-5698 FAX：03-2234-5699", "03-2234-5698"],
  ["Zadzwoń: 501-123-459", "501-123-459"],
  ["Ring til os på 2012 3459", "2012 3459"],
  ["Rufen Sie uns an: 0221-9876540", "0221-9876540"],
  ["Cel: 9 341 500 3330", "9 341 500 3330"],
  ["Tel. e Fax 011 2234569 - P.IVA 00743110157", "011 2234569"],
  ["Via Azzurra 12 - P.IVA 00743110157", undefined],
])("a phone without a label of its own: %s", (text, phone) => {
  const { phone: found } = contactsOf([{ kind: "home", url: "https://holt.example/", text, tel: [] }]);
  expect(found?.text).toBe(phone);
});

it.each([
  ["949 Oak Drive Costa Mesa, CA 92626", "949 Oak Drive, Costa Mesa, CA 92626", "Costa Mesa", "US"],
  ["12 Mill Road South Malton, Flintshire, CH7 4JS", "12 Mill Road South, Malton, Flintshire, CH7 4JS", "Malton", "GB"],
  ["🏠 Lindenweg 17b 📮 24576 Bad Lindau ☎ 04192 102030", "Lindenweg 17b, 24576 Bad Lindau", "Bad Lindau", "DE"],
  ["24576 Bad Lindau • Lindenweg 17", "24576 Bad Lindau, Lindenweg 17", "Bad Lindau", "DE"],
  ["Azul Cad. No: 12\n41000 Başiskele/Kocaeli", "Azul Cad. No: 12, 41000 Başiskele", "Kocaeli", "TR"],
])("an address is read whatever divides its parts: %s", (text, address, city, country) => {
  const language = ["DE", "TR"].includes(country) ? country.toLowerCase() : "en";
  const contacts = contactsOf([{ kind: "home", url: "https://holt.example/", language, text, tel: [] }]);
  expect([contacts.address?.text, contacts.place?.city, contacts.place?.country]).toEqual([address, city, country]);
});

it("a notice gives the address and phone of who answers for it, before those of others", () => {
  const text =
    "Verantwortlicher\nHolt GmbH\nLindenweg 17\n24576 Bad Lindau\nNewsletter\nMast GmbH, Deichweg 2, 10557 Berlin\n" +
    "Lindenweg 17, 24576 Bad Lindau +49 4192 102030";
  const contacts = contactsOf([{ kind: "privacy", url: "https://holt.example/", language: "de", text, tel: [] }]);
  expect([contacts.address?.text, contacts.phone?.text]).toEqual(["Lindenweg 17, 24576 Bad Lindau", "+49 4192 102030"]);
});
