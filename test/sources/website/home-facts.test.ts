import { describe, expect, it } from "vitest";
import { siteOf } from "../../../src/readers/company/site-owner.ts";
import { readSiteProfile } from "../../../src/readers/company/site-profile.ts";
import { factsOnHome } from "../../../src/sources/website/company-site.ts";
import { sitePage } from "../../support/pages.ts";

const HOSTS = ["network.example"];
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

const pageOf = (html: string, domain: string) => sitePage(html, `https://${domain}/`);

const read = (html: string, domain = "tidewater.example") => factsOnHome(pageOf(html, domain), domain, HOSTS).facts;

function profile(html: string, domain = "tidewater.example") {
  const page = pageOf(html, domain);
  return readSiteProfile(page, siteOf(domain, page.facts, page.url, HOSTS), Date.now());
}

it.each([
  [[{ addressLocality: "Bergen", addressCountry: "NO" }], null],
  [["Bergen, Norway"], null],
  [[{ streetAddress: "Storgata 00", postalCode: "9008" }], null],
  [[{ streetAddress: "Straße 1", postalCode: "12345", addressLocality: "Stadt" }], null],
  [["Pier 4, 5003 Bergen"], "Pier 4, 5003 Bergen"],
  [[{ addressLocality: "Oslo" }, { streetAddress: "Pier 4", postalCode: "5003" }], "Pier 4, 5003"],
])("an office's address has a street: %j", async (address, expected) => {
  const nodes = [
    { "@type": "Organization", name: "Tidewater" },
    { "@type": "Organization", name: "Tidewater", address },
  ];
  expect((await profile(jsonLd(nodes))).address).toBe(expected);
});

describe("the name of a company", () => {
  it.each([
    ["<title>Home | Tidewater Robotics</title>", "Tidewater Robotics"],
    ["<title>Tidewater — Robots for ports</title>", "Tidewater"],
    ["<title>Robots for ports and piers | Tidewater</title>", "Tidewater"],
    ["<title>Harbour Machines – Robots</title><footer>© 2026 Harbour Machines</footer>", "Harbour Machines"],
    ["<title>Harbour Machines - Startseite</title>", "Harbour Machines"],
    ["<title>ホーム | 青山工房</title>", "青山工房"],
    ["<title>Praxis Dr. Nora Falk, Köln</title><h1>Praxis Dr. Nora Falk</h1>", "Praxis Dr. Nora Falk"],
    ["<title>Tidewater</title><svg><title>Menu</title></svg>", "Tidewater"],
    ['<meta property="og:site_name" content="Home | Tidewater">', "Tidewater"],
    [
      '<meta property="og:site_name" content="https://tidewater.example/"><title>Start | Tidewater</title>',
      "Tidewater",
    ],
    [
      "<title>Robots for ports and piers</title><footer>© 2026, Tidewater, Inc., All Rights Reserved</footer>",
      "Tidewater, Inc.",
    ],
    ["<title>Tidewater Robotics Home Page</title>", "Tidewater Robotics"],
    ["<title>Nordlys – Cabins at the tidewater, Bergen</title><footer>© 2026 Nordlys</footer>", "Nordlys"],
    [
      "<title>Nights at the tide, Bergen — Nordlys Cabins</title><a href='/'>Nordlys Cabins</a><p>Nordlys Cabins© 2026</p>",
      "Nordlys Cabins",
    ],
    ["<title>Nordlys Cabins</title><a href='/'>Home</a><img src='logo.svg' alt='Nordlys Cabins'>", "Nordlys Cabins"],
    ["<title>Nordlys | Nights in Bergen</title><a href='/'>Nordlys home</a>", "Nordlys"],
    ["<title>Nights and days</title><a href='/'>Tidewater Cabins Ltd Bergen</a>", "Tidewater Cabins Ltd"],
    ["<title>site-test</title><a href='/'>Nordlys Cabins</a><a href='/'>Nordlys Cabins</a>", "Nordlys Cabins"],
    ["<title>Tidewater Inc. (NASDAQ: TIDE) — Investors</title>", "Tidewater Inc."],
    ['<meta property="og:site_name" content="My Website"><title>Tidewater | Robots</title>', "Tidewater"],
    [jsonLd({ "@type": "WebSite", name: "Tidewater" }), "Tidewater"],
    [
      jsonLd([
        { "@type": ["Person", "Organization"], name: "pier" },
        { "@type": "WebSite", name: "Tidewater" },
      ]),
      "Tidewater",
    ],
    [jsonLd({ "@type": "Dentist", name: "Dr. Waters" }), "Dr. Waters"],
    [jsonLd({ "@type": "WebSite", publisher: { "@type": "Organization", name: "Tidewater Ltd" } }), "Tidewater Ltd"],
    [
      jsonLd([
        { "@type": "Organization", name: "Pier Ltd" },
        { "@type": "LegalService", name: "Tidewater Law" },
      ]),
      "Tidewater Law",
    ],
    [
      '<div itemscope itemtype="https://schema.org/Store"><b itemprop="name">Tidewater Shop</b></div>',
      "Tidewater Shop",
    ],
  ])("of %s", (html, name) => {
    expect(read(html).name).toBe(name);
  });

  it.each([
    "<title>Robots for ports and piers</title>",
    "<title>Welcome</title>",
    "<title>https://tidewater.example/</title>",
    '<meta property="og:site_name" content="Vite + React"><title>Coming Soon</title>',
    "<title>Fast Repairs in Leeds | Pier Works</title><h1>Fast Repairs</h1>",
    "<title>Robots for ports | Best prices</title><footer>© 2026 Pier Themes</footer>",
    jsonLd({ "@type": "Service", name: "Repairs" }),
    jsonLd({ "@type": "WebPage", author: { "@type": "Organization", name: "Pier Design" } }),
    jsonLd({ "@type": "Organization", name: "Pier Design", url: "https://pier.example" }),
  ])("is not read from %s", (html) => {
    expect(read(html).name).toBeNull();
  });

  it.each([
    ["<title>Servis Nord - Garage doors and gates</title>", "nordservis.example", "Servis Nord"],
    ["<title>Eminent Harbour Works | Electricians</title>", "ehwdmv.example", "Eminent Harbour Works"],
  ])("is known by words or initials in the domain: %s", (title, domain, name) => {
    expect(read(title, domain).name).toBe(name);
  });

  it("is known by a domain that spells its umlaut", () => {
    const title = "<title>Grünhöfe Räumung | Schnell, sauber und sicher</title>";
    expect(read(title, "gruenhoefe-raeumung.de").name).toBe("Grünhöfe Räumung");
  });
});

it("microdata tells where and what a business is", async () => {
  const html = `<div itemscope itemtype="http://schema.org/RoofingContractor"><span itemprop="name">Tidewater Roofs</span>
    <p itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><span itemprop="streetAddress">Pier 4</span>
    <span itemprop="addressLocality">Bergen</span><meta itemprop="addressCountry" content="NO"></p>
    <a itemprop="telephone" content="+47 55 00 11 22">call</a><meta itemprop="foundingDate" content="1998"></div>`;
  expect(read(html)).toMatchObject({
    industry: "Roofing contractor",
    city: "Bergen",
    country: "NO",
    foundedYear: 1998,
  });
  expect(await profile(html)).toMatchObject({ phone: "+47 55 00 11 22", address: "Pier 4, Bergen, NO" });
});

it.each([
  "Free HTML Templates",
  "Free HTML5 Website Template by Pier",
  "Just another WordPress site",
  "Your description",
  "Place your website description in this area.",
  "[home1-counter-section",
])("%s is a template's description", (description) => {
  expect(read(`<meta name="description" content="${description}">`).description).toBeNull();
});

describe("the year of founding in words", () => {
  it.each([
    ["<p>Since 1846</p>", 1846],
    ["<p>Tidewater was founded in 1999 and is headquartered in the old port of the town, near the sea.</p>", 1999],
    ["<p>Wir bauen seit 1972 Boote und Stege für Kunden im ganzen Land und weit darüber hinaus.</p>", 1972],
    ["<p>Desde 2020</p><p>Somos una empresa fundada en 2020</p>", 2020],
    [
      "<p>Our partner Pier, a house of paper and pens that many people know and like, and well established in 1918</p>",
      1918,
    ],
    ["<p>Since 1999</p><p>We have lived here since 2004</p>", null],
    ["<p>The harbour that everybody in the town and beyond knows and likes was founded in 1850</p>", null],
  ])("of %s is %s", (html, year) => {
    expect(read(`<title>Tidewater</title>${html}`).foundedYear).toBe(year);
  });
});

describe("profiles on other networks", () => {
  const link = (href: string) => `<a href="${href}">x</a>`;

  it("with the site's name precede those that a template left in structured data", async () => {
    const sameAs = ["https://facebook.com/pierthemes", "https://instagram.com/pierthemes"];
    const data = jsonLd({ "@type": "Organization", name: "Tidewater", sameAs });
    expect((await profile(data + link("https://facebook.com/tidewater"))).socials).toEqual({
      facebook: "https://facebook.com/tidewater",
    });
  });

  it.each([
    ["https://www.facebook.com/profile.php?id=1000123&ref=x", "https://www.facebook.com/profile.php?id=1000123"],
    ["https://www.facebook.com/pages/Tidewater/114185", "https://www.facebook.com/pages/Tidewater/114185"],
    ["https://nl-nl.facebook.com/tidewater", "https://www.facebook.com/tidewater"],
  ])("are whole: %s", async (href, facebook) => {
    expect((await profile(link(href))).socials).toEqual({ facebook });
  });

  it("of one person on Telegram are not the company's", async () => {
    expect((await profile(link("https://t.me/Jana_at_work"))).socials).toEqual({});
    expect((await profile(link("https://t.me/tidewater"))).socials).toEqual({ telegram: "https://t.me/tidewater" });
  });

  it.each(["https://www.facebook.com/profile.php", "https://www.facebook.com/policies/cookies/"])(
    "are not pages that name nobody: %s",
    async (href) => {
      expect((await profile(link(href))).socials).toEqual({});
    },
  );
});

describe("the logo", () => {
  it.each([
    [
      jsonLd([
        { "@type": "Organization", name: "Tidewater", logo: { "@id": "#logo" } },
        { "@type": "ImageObject", "@id": "#logo", url: "/brand.png" },
      ]),
      "https://tidewater.example/brand.png",
    ],
    ['<img src="/img/logo-white.svg"><link rel="icon" href="/i.ico">', "https://tidewater.example/img/logo-white.svg"],
    ['<img src="/img/tidewater_logo.svg">', "https://tidewater.example/img/tidewater_logo.svg"],
    ['<img src="/img/pier-logo.png" alt="logo"><link rel="icon" href="/i.ico">', "https://tidewater.example/i.ico"],
    ['<img src="/i/gold-logo.png" alt="Tidewater Logo">', "https://tidewater.example/i/gold-logo.png"],
    [
      '<a href="/"><img src="/i/tw-logo-1.png"></a><link rel="icon" href="/i.ico">',
      "https://tidewater.example/i/tw-logo-1.png",
    ],
    ['<a href="/p"><img src="/i/tw-logo-1.png"></a><link rel="icon" href="/i.ico">', "https://tidewater.example/i.ico"],
    [jsonLd({ "@type": "Organization", name: "Tidewater", logo: "/" }), null],
    [jsonLd({ "@type": "Organization", name: "Tidewater", logo: "http://localhost:4000/logo.png" }), null],
  ])("of %s", async (html, logo) => {
    expect((await profile(html)).logo).toBe(logo);
  });
});

it.each([
  [{ numberOfEmployees: "10-50" }, { min: 10, max: 50 }],
  [{ numberOfEmployees: { value: 12 } }, { min: 12, max: 12 }],
  [{ numberOfEmployees: "many" }, null],
])("the head count of %j", async (given, expected) => {
  expect((await profile(jsonLd({ "@type": "Organization", name: "Tidewater", ...given }))).headCount).toEqual(expected);
});

it("the phone of a point of contact is the company's", async () => {
  const node = { "@type": "Organization", name: "Volta", contactPoint: { telephone: "+33 7 67 00 14 71" } };
  const html = `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
  expect((await profile(html)).phone).toBe("+33 7 67 00 14 71");
});

describe("the phone in words", () => {
  it.each([
    ["<p>Tel.: +47 55 00 11 22</p>", "+47 55 00 11 22"],
    ["<p>Phone 555-0100-200 / 555-0100-201</p>", "555-0100-200"],
    ["<p>Tel. 55 00 11 22</p><p>Fon 66 00 11 22</p>", null],
    ["<p>Order 55001122</p>", null],
    ["<p>Tel. 123-456-7890</p>", null],
    ["<p>Tel. +57 300 000 0000</p>", null],
    ["<p>Tél: 05 56 00 72 50</p>", "05 56 00 72 50"],
    ["<p>📞 01590 8445660</p>", "01590 8445660"],
    ["<p>Tlf. 70 12 34 56</p>", null],
    ["<p>Tel. (201) 555-0123</p>", null],
    ["<div>Teléfono</div><div>+34 955 00 11 22</div><div>28195</div>", "+34 955 00 11 22"],
    ["<p>Tel. 0341 / 55001122</p>", "0341 / 55001122"],
    ['<a href="tel:5550010020/ 5550010021">call</a>', "5550010020"],
  ])("of %s", async (html, phone) => {
    expect((await profile(html)).phone).toBe(phone);
  });
});
