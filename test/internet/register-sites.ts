import type { Handler, Hosts } from "./index.ts";
import { html } from "./sites.ts";

/** Sites of companies that registers know: where their legal pages are, in which language, and whose numbers stand on them. */
type Site = { name: string; head?: string; footer: string; pages?: Record<string, string>; links?: string };

export const REGISTER_SITES: Record<string, Site> = {
  "nordlys.example": {
    name: "Nordlys",
    head: `<meta name="description" content="Lamps for long nights"><link rel="icon" href="/icon.png"><meta property="og:image" content="/logo.png">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Nordlys","url":"https://nordlys.example/","foundingDate":"1974","logo":"https://nordlys.example/logo.svg","sameAs":["https://network.example/company/nordlys-as","https://x.com/nordlys","https://github.com/nordlys","https://www.youtube.com/@nordlys"]}</script>
<link rel="alternate" type="application/rss+xml" title="News" href="/feed.xml">`,
    links:
      '<a href="/om-oss">Om oss</a> <a href="/personvern">Personvern</a> <a href="/careers">Careers</a><a href="https://www.facebook.com/nordlys">Facebook</a>',
    footer: "© 2026 Nordlys AS · Org.nr. 999 100 104 MVA · Storgata 5, 9008 Tromsø · Tel. +47 77 60 10 00",
    pages: { "/om-oss": "<h1>Om oss</h1><p>Daglig leder Kari Berg</p>" },
  },
  "lumiere-lyon.example": {
    name: "Lumière Lyon",
    links: '<a href="/mentions-legales">Mentions légales</a>',
    footer: "© Lumière Lyon",
    pages: {
      "/mentions-legales": `<h2>Éditeur</h2><p>Lumière Lyon SAS, au capital de 10 000 €, immatriculée au RCS de Lyon sous le numéro 990 100 208</p><p>12 rue Mercière, 69002 Lyon</p>
<h2>Hébergement</h2><p>Grand Hôte SAS, RCS Lille 990 100 216, 2 rue du Câble, 59100 Roubaix</p>`,
    },
  },
  /** The VAT number is the one that VIES knows, and that of its neighbour VIES does not know. */
  "tevere.example": { name: "Tevere Motori", footer: "Tevere Motori S.p.A., P.IVA 00484960588, Roma" },
  "arno.example": { name: "Arno Motori", footer: "© Arno Motori S.r.l., P. IVA 01654010345, Firenze" },
  "saimaa.example": {
    name: "Saimaa Boats",
    footer: "Saimaa Boats Oy, Y-tunnus 9900100-2, Satamatie 3, 53900 Lappeenranta",
  },
  "vltava.example": {
    name: "Vltava Pianos",
    links: '<a href="/obchodni-podminky">Obchodní podmínky</a>',
    footer: "Vltava Pianos",
    pages: {
      "/obchodni-podminky":
        "<p>Prodávající: Vltava Pianos s.r.o., IČO: 88010104, DIČ: CZ88010104, Nábřežní 7, 110 00 Praha</p>",
    },
  },
  "thames-tea.example": {
    name: "Thames Tea",
    links: '<a href="/terms">Terms and conditions</a>',
    footer: "© Thames Tea",
    pages: {
      "/terms":
        "<p>thames-tea.example is operated by Thames Tea Ltd, a company registered in England and Wales (company number 09910101) whose registered office is at 1 Quay Street, London SE1 2AA.</p>",
    },
  },
  "oresund.example": { name: "Øresund Cykler", footer: "Øresund Cykler ApS, CVR-nr. 99 01 01 18" },
  "malaren.example": { name: "Mälaren Glas", footer: "Mälaren Glas AB, org.nr 559901-0104" },
  "spree-software.example": {
    name: "Spree Software",
    links: '<a href="/impressum">Impressum</a>',
    footer: "© Spree Software",
    pages: {
      "/impressum":
        "<h1>Impressum</h1><p>Spree Software GmbH<br>Uferweg 4<br>10999 Berlin</p><p>Amtsgericht Charlottenburg, HRB 991234 B<br>USt-IdNr.: DE999010107</p><p>Webdesign: Pixelhof GmbH, HRB 5512</p>",
    },
  },
  "hudson-labs.example": {
    name: "Hudson Labs",
    links: '<a href="/terms">Terms of Service</a> <a href="/team">Team</a>',
    footer: "© 2026 Hudson Labs, Inc. All rights reserved. 40 River Street, Hoboken, NJ 07030. +1 201 555 0142",
    pages: {
      "/terms": "<p>These terms are between you and Hudson Labs, Inc., a Delaware corporation.</p>",
      "/team": "<h1>Team</h1><div><h3>Marta Quill</h3><p>Chief Executive Officer</p></div>",
    },
  },
  /** One word that everybody uses; its namesake at the SEC is elsewhere. */
  "figmint.example": {
    name: "Figmint",
    links: '<a href="/terms">Terms</a> <a href="/team">Team</a>',
    footer: "© 2026 Figmint, Inc. 9 Mission Street, San Francisco, CA 94105. +1 415 555 0177",
    pages: {
      "/terms": "<p>Figmint, Inc. (“we”) runs this service.</p>",
      "/team": "<h1>Team</h1><div><h3>Iris Vane</h3><p>Founder</p></div><div><h3>Lou Perk</h3><p>Engineer</p></div>",
    },
  },
  "other-figmint.example": {
    name: "Figmint",
    links: '<a href="/team">Team</a> <a href="https://jam-paper.example/2">In the paper</a>',
    footer: "© 2026 Figmint Jam Co. Made in Vermont",
    pages: { "/team": "<h1>Team</h1><div><h3>Otto Blum</h3><p>CEO</p></div><div><h3>Ada Pot</h3><p>Cook</p></div>" },
  },
  /** A group's site: six entities, and nothing says whose it is. */
  "fjordgruppen.example": {
    name: "Fjordgruppen",
    links: '<a href="/om-oss">Om oss</a>',
    footer: "© Fjordgruppen",
    pages: {
      "/om-oss": ["999100112", "999100120", "999100139", "999100147", "999100155", "999100163"]
        .map(
          (number, index) =>
            `<p>Fjord ${["Bygg", "Eiendom", "Energi", "Fisk", "Frakt", "Kraft"][index]} AS, org.nr. ${number}</p>`,
        )
        .join(""),
    },
  },
  /** A group whose legal page lists its firms, with numbers that no register answers for. */
  "havel-gruppe.example": {
    name: "Havel Gruppe",
    links: '<a href="/impressum">Impressum</a>',
    footer: "Havel Gruppe",
    pages: {
      "/impressum": `<h1>Impressum</h1>${["Bau", "Energie", "Fracht", "Fisch", "Holz", "Kraft"]
        .map((word, index) => `<p>${word}werk Nord GmbH, Amtsgericht Potsdam, HRB 88${index}41</p>`)
        .join("")}`,
    },
  },
  /** Bought its domain from a namesake, whose entry in the register still has it. */
  "tinde.example": { name: "Tinde", footer: "© Tinde. +47 22 10 20 30" },
  /** A sole trader: no legal name, and most of it in words. */
  "klussen.example": {
    name: "Klussen op Maat",
    links: '<a href="/contact">Contact</a>',
    head: `<script type="application/ld+json">[{"@type":"LocalBusiness","name":"Klussen op Maat","url":"https://klussen.example/","priceRange":"€","areaServed":"NL"},{"@type":"Organization","name":"Klussen op Maat","foundingDate":"2011"}]</script>`,
    footer: "© Klussen op Maat · KvK 92755089",
    pages: { "/contact": "<p>Kade 11<br>3011 BD Rotterdam</p><p>+31 10 102 0304</p>" },
  },
  /** Gives the number of its namesake in Oslo a wrong digit. */
  "typo.example": { name: "Typo", footer: "Typo AS, org.nr. 999 100 105" },
  "parked.example": { name: "parked.example", footer: "<p>This domain is for sale. Buy this domain today.</p>" },
};

function site({ name, head = "", links = "", footer, pages = {} }: Site): Handler {
  return (_request, url) => {
    if (url.pathname === "/robots.txt") return new Response("User-agent: *\nAllow: /\n");
    const main = url.pathname === "/" ? `<h1>${name}</h1>` : pages[url.pathname];
    if (main === undefined) return html("<h1>Not found</h1>", 404);
    return html(`<!doctype html><html><head><title>${name}</title><meta property="og:site_name" content="${name}">${head}</head>
<body><nav>${links}</nav><main>${main}</main><footer>${links}<p>${footer}</p></footer></body></html>`);
  };
}

export const registerSiteHosts: Hosts = Object.fromEntries(
  Object.entries(REGISTER_SITES).map(([domain, given]) => [domain, site(given)]),
);
