import { expect, it } from "vitest";
import { contactsOf } from "../../../src/readers/contacts/site-contacts.ts";

it.each([
  ["949 Oak Drive Costa Mesa, CA 92626", "949 Oak Drive, Costa Mesa, CA 92626", "Costa Mesa", "US"],
  ["12 Mill Road South Malton, Flintshire, CH7 4JS", "12 Mill Road South, Malton, Flintshire, CH7 4JS", "Malton", "GB"],
  ["🏠 Lindenweg 17b 📮 24576 Bad Lindau ☎ 04192 102030", "Lindenweg 17b, 24576 Bad Lindau", "Bad Lindau", "DE"],
  ["24576 Bad Lindau • Lindenweg 17", "24576 Bad Lindau, Lindenweg 17", "Bad Lindau", "DE"],
])("an address is read whatever divides its parts: %s", (text, address, city, country) => {
  const language = country === "DE" ? "de" : "en";
  const contacts = contactsOf([{ kind: "home", url: "https://holt.example/", language, text, tel: [] }]);
  expect([contacts.address?.text, contacts.place?.city, contacts.place?.country]).toEqual([address, city, country]);
});
