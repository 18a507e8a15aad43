import { describe, expect, it } from "vitest";
import {
  CONVERTED_COLUMNS,
  DATA_SET_FORMATS,
  type DataSetFormat,
  dataSetConverter,
} from "../../../scripts/directory-formats/companies-and-people.ts";

const format = (name: string) => DATA_SET_FORMATS.find((one) => one.name === name) as DataSetFormat;
const convert = (name: string, header: string, row: string) => {
  const converted = dataSetConverter(format(name), header.split(";"), "2026-11-01")?.(row.split(";"));
  return converted?.status === "converted"
    ? Object.fromEntries(CONVERTED_COLUMNS.map((column, index) => [column, converted.values[index]]))
    : converted;
};

describe("open data sets", () => {
  it.each([
    [
      "bigpicture",
      "handle;name;website;industry;size;founded;city;state;country_code",
      "acme;Acme;https://www.acme.com/de;Robots;51-200;1999;Berlin;BE;DE",
      {
        domain: "acme.com",
        network_url: "https://www.linkedin.com/company/acme",
        size_band: "51-200",
        country: "DE",
        observed_at: "2026-11-01",
      },
    ],
    [
      "brreg",
      "organisasjonsnummer;navn;organisasjonsform.kode;antallAnsatte;hjemmeside;forretningsadresse.poststed;stiftelsesdato",
      "923609016;EQUINOR ASA;ASA;21000;WWW.Equinor.COM;STAVANGER;1972-09-18",
      {
        domain: "equinor.com",
        name: "EQUINOR ASA",
        size_band: "21000",
        city: "STAVANGER",
        source_url: "https://virksomhet.brreg.no/nb/oppslag/enheter/923609016",
      },
    ],
    [
      "wikidata",
      "item;itemLabel;P856;P1128;P571",
      "http://www.wikidata.org/entity/Q312;Apple;https://www.apple.com;164000;1976-04-01",
      { domain: "apple.com", name: "Apple", source_url: "https://www.wikidata.org/wiki/Q312" },
    ],
  ])("%s", (name, header, row, expected) => {
    expect(convert(name, header, row)).toMatchObject(expected);
  });

  it.each([
    ["brreg", "navn;organisasjonsform.kode;hjemmeside", "OLA NORMANN;ENK;ola.no", "sole trader"],
    ["brreg", "navn;organisasjonsform.kode;hjemmeside", "X AS;AS;", "no web site"],
    [
      "brreg",
      "navn;organisasjonsform.kode;hjemmeside",
      "X AS;AS;www.facebook.com/x",
      "the web site is a page on a shared host",
    ],
    ["wikidata", "itemLabel;P856;P576", "Old;old.com;1999", "dissolved"],
  ])("%s leaves out %s %s: %s", (name, header, row, reason) => {
    expect(convert(name, header, row)).toEqual({ status: "skipped", reason });
  });

  it("says that a file is another set", () => {
    expect(dataSetConverter(format("brreg"), ["a", "b"], "2026-11-01")).toBeNull();
  });
});
