import { describe, expect, it } from "vitest";
import { findAddresses } from "../../../src/readers/contacts/find-addresses.ts";

describe("addresses in the lines of a page", () => {
  it.each([
    ["Mariahilfer Straße 136/Top 2.04\nA-1150 Wien", "Mariahilfer Straße 136, Top 2.04, A-1150 Wien", "Wien", "AT"],
    [
      "Passeig de Gràcia, 21, 3r 2a, 08007 Barcelona",
      "Passeig de Gràcia 21, 3r 2a, 08007 Barcelona",
      "Barcelona",
      null,
    ],
    ["12 route de la Mer\n83 780 FLAYOSC", "12 route de la Mer, 83 780 FLAYOSC", "FLAYOSC", null],
    ["Kungsgatan 9, 2 tr, 111 43 Stockholm", "Kungsgatan 9, 2 tr, 111 43 Stockholm", "Stockholm", null],
    [
      "Rua Castilho, n.º 44, 3.º andar, 1250-071 Lisboa",
      "Rua Castilho n.º 44, 3.º andar, 1250-071 Lisboa",
      "Lisboa",
      "PT",
    ],
    ["Nordvind AS\nHavnegata 4, 5003 Bergen\nTlf. 55 10 20 30", "Havnegata 4, 5003 Bergen", "Bergen", null],
    ["Jan Beck\nLindenweg 17 b\n24576 Bad Beispielort Telefon: 04192 1020", null, null, null],
    [
      "Jan Beck\nLindenweg 17 b\n24576 Bad Lindau Telefon: 04192 1020",
      "Lindenweg 17 b, 24576 Bad Lindau",
      "Bad Lindau",
      null,
    ],
    ["Adresse du siège : 45, rue Haute, 59000 Lille", "45 rue Haute, 59000 Lille", "Lille", null],
    ["Calle Mayor, 152, bajo, 07011 Palma", "Calle Mayor 152, bajo, 07011 Palma", "Palma", null],
    ["se sídlem Dlouhá 12, 110 00 Praha 1", "Dlouhá 12, 110 00 Praha", "Praha", null],
    ["Adres: ul. Długa 5/7, 00-238 Warszawa", "ul. Długa 5/7, 00-238 Warszawa", "Warszawa", "PL"],
    ["ul. Długa 4\n50-078\nWrocław", "ul. Długa 4, 50-078 Wrocław", "Wrocław", "PL"],
    ["Kade 45A\n2803PE Gouda", "Kade 45A, 2803PE Gouda", "Gouda", "NL"],
    ["Havnevej 56A, 1., 9500 Hobro", "Havnevej 56A, 1., 9500 Hobro", "Hobro", null],
    ["2A Mill Road, Ground Floor, London E5 0PL", "2A Mill Road, Ground Floor, London, E5 0PL", "London", "GB"],
    [
      "949 Oak Drive\nSuite 250\nCosta Mesa, CA 92626",
      "949 Oak Drive, Suite 250, Costa Mesa, CA 92626",
      "Costa Mesa",
      "US",
    ],
    ["24 Duck Avenue\nMaroochydore QLD 4558", "24 Duck Avenue, Maroochydore QLD 4558", "Maroochydore", "AU"],
    ["所在地 〒150-0043\n東京都渋谷区道玄坂9-10-8", "東京都渋谷区道玄坂9-10-8", null, "JP"],
    ["Weg 241a\n80687 Munich Germany", "Weg 241a, 80687 Munich Germany", "Munich", null],
    ["Kade 34, 5628 JB, Eindhoven", "Kade 34, 5628 JB, Eindhoven", "Eindhoven", "NL"],
    ["Kade 420\n1017 BZ\nAmsterdam", "Kade 420, 1017 BZ Amsterdam", "Amsterdam", "NL"],
    ["Rua do Sol 50, 1100-063 Lisboa", "Rua do Sol 50, 1100-063 Lisboa", "Lisboa", "PT"],
    ["Calle Mayor 45, 3º B, 28014 Madrid", "Calle Mayor 45, 3º B, 28014 Madrid", "Madrid", null],
    ["Weg 10, CH-8001 Zürich", "Weg 10, CH-8001 Zürich", "Zürich", "CH"],
    [
      "Av. Azul, 1578 - Bela Vista, Curitiba - PR, 01310-200",
      "Av. Azul 1578, Bela Vista, Curitiba - PR, 01310-200",
      "Curitiba",
      "BR",
    ],
    ["Rua Azul, 1200, Curitiba - PR, CEP 01310-200", "Rua Azul 1200, Curitiba - PR, CEP 01310-200", "Curitiba", "BR"],
    ["C/ Azul 3, 2º A, 28013 Madrid", "C/ Azul 3, 2º A, 28013 Madrid", "Madrid", null],
    ["Rua Azul, 1200\nCEP 01304-001 - São Paulo/SP", "Rua Azul 1200, CEP 01304-001 - São Paulo/SP", "São Paulo", "BR"],
    ["1 Mill Place #20-61\nSingapore 048616", "1 Mill Place, #20-61, Singapore 048616", "Singapore", "SG"],
    ["No. 12, Mill Road, Bangalore 560001, India", "No. 12 Mill Road, Bangalore 560001", "Bangalore", "IN"],
    ["4th Floor, Mill Road, Bengaluru - 560 025", "Mill Road, Bengaluru - 560 025", "Bengaluru", "IN"],
    ["25 Mill Quay\nDublin 1\nD01 H104", "25 Mill Quay, Dublin 1 D01 H104", "Dublin", "IE"],
    ["One Mill Park Way, Cupertino, CA 95014", "One Mill Park Way, Cupertino, CA 95014", "Cupertino", "US"],
    ["200 Mill Street West, Toronto, ON M5H 3T4", "200 Mill Street West, Toronto, ON M5H 3T4", "Toronto", "CA"],
    ["12 Mill Street, Auckland 1010, New Zealand", "12 Mill Street, Auckland 1010", "Auckland", "NZ"],
    ["Acme\nAvenue de Bastia, 20137 Porto-Vecchio", "Avenue de Bastia, 20137 Porto-Vecchio", "Porto-Vecchio", null],
    ["Siège social ZA de la Gare, 35000 Rennes", "ZA de la Gare, 35000 Rennes", "Rennes", null],
    ["Lieu-dit Kergoat\n29000 Quimper", "Lieu-dit Kergoat, 29000 Quimper", "Quimper", null],
    ["Siège social 27 rue Marcel Pagnol\n24700 Montpon", "27 rue Marcel Pagnol, 24700 Montpon", "Montpon", null],
    ["Rantakaari 3 C 16,\n04320 Tuusula", "Rantakaari 3 C 16, 04320 Tuusula", "Tuusula", null],
    [
      "Rua do Sol 51A, Centro\nPasso Fundo, RS, Brazil\nCEP: 99025-030",
      "Rua do Sol 51A, Centro, Passo Fundo, RS, Brazil CEP: 99025-030",
      "Passo Fundo",
      "BR",
    ],
    ["20148 Milano Via Azzurra 14", "20148 Milano Via Azzurra 14", "Milano", "IT"],
    ["8483, Somberek Zöld u. 4/A", "8483, Somberek Zöld u. 4/A", "Somberek", "HU"],
    ["Località Verde 84070 Rutino (SA)", "84070 Rutino", "Rutino", "IT"],
    ["4 rue du lycée\n53000 Laval", "4 rue du lycée, 53000 Laval", "Laval", null],
    // Not addresses.
    ["Place de la Gare, 2024 Rapport", null, null, null],
    ["Parc de Vincennes fait 99500 Visiteurs", null, null, null],
    ["4th Floor, Mill Road, Invoice 560025", null, null, null],
    ["41 years experience\n© 2014 General Commerce", null, null, null],
    ["9200 Aalborg SV\nKundeservice@acme.example\n© 2026 Acme", null, null, null],
    ["9200 Aalborg SV\nOm os\n5000 Odense", null, null, null],
    ["500 CV, Capelli, 1000 SUN", null, null, null],
    ["Esimerkkikatu 1, 00100 Helsinki", null, null, null],
    ["Storgata 00, 9008 Tromsø", null, null, null],
    ["Musterstraße 1, 10115 Berlin", null, null, null],
    ["123 Main Street, Springfield, IL 62701", null, null, null],
    ["Order 12 of May 2026 Oslo", null, null, null],
    ["949 Oak Drive, Costa Mesa, XY 92626", null, null, null],
  ])("%j", (text, address, city, country) => {
    const [found] = findAddresses(text);
    expect(found ? [found.text, found.city, found.country] : [null, null, null]).toEqual([address, city, country]);
  });
});

it.each([
  ["Kajen 15, 2720 Vanløse\n71 99 38 38", "71 99 38 38"],
  ["Kajen 15, 2720 Vanløse\n71 99 38 38 12", null],
])("the number behind an address is its phone: %s", (text, phone) => {
  expect(findAddresses(text, "da")).toMatchObject([{ city: "Vanløse", phone }]);
});
