import type { Handler, Hosts } from "./index.ts";
import { html } from "./sites.ts";

/** Small sites, each showing addresses in one way, and domains that take mail in odd ways. */
const PUBLIC = { A: ["93.184.215.14"] };
const MX = ["10 mx1.mail.example."];

function pages(byPath: Record<string, string>, files: Record<string, string> = {}): Handler {
  return (_request, { pathname }) => {
    const file = files[pathname];
    if (file) return new Response(file, { headers: { "Content-Type": "text/plain" } });
    const page = byPath[pathname];
    const links = Object.keys(byPath).map((path) => `<a href="${path}">${path.slice(1)}</a>`);
    return page === undefined ? html("nothing here", 404) : html(`<nav>${links.join(" ")}</nav><main>${page}</main>`);
  };
}

const card = (name: string, address: string) =>
  `<li><h3>${name}</h3><p>Senior Vice President</p><a href="mailto:${address}">Mail</a></li>`;

export const mailHosts: Hosts = {
  "spelled-out.example": pages({
    "/": "<h1>Spelled out</h1>",
    "/contact": `<p>Orders: info [at] spelled-out [dot] example</p><p>Tom Becker, tom.becker(at)spelled-out.example</p>
      <p>Eva Stone: eva.stone at spelled-out dot example</p><p>Look at spelled-out.example for more.</p>`,
  }),
  "json-ld-mail.example": pages({
    "/": `<script type="application/ld+json">{"@type": "Organization", "email": "hello@json-ld-mail.example",
      "employee": [{"@type": "Person", "name": "Zoë Çelik", "email": "mailto:zc@json-ld-mail.example"}]}</script>`,
  }),
  "text-files.example": pages(
    { "/": "<h1>Text files</h1>" },
    {
      "/.well-known/security.txt": "Contact: mailto:paul.reed@text-files.example\nExpires: 2027-01-01T00:00:00Z\n",
      "/humans.txt": "/* TEAM */\nChef: Nora Quinn\nnora@text-files.example\n",
    },
  ),
  "press-page.example": pages({
    "/": "<h1>Press page</h1>",
    "/press": "<p>Press office: Idris Cole, +44 20 0000 0000, <b>idris.cole@press-page.example</b></p>",
  }),
  "roles-only.example": pages({
    "/": `<p><a href="mailto:info@roles-only.example">Mail</a> sales.eu@roles-only.example press-office@roles-only.example</p>`,
  }),
  "dotted.example": pages({
    "/": "<h1>Dotted</h1>",
    "/team": `<ul>${card("Robert Nash", "bob.nash@dotted.example")}${card("Anneliese Müller-Schmidt", "anneliese.mueller@dotted.example")}</ul>`,
  }),
  // The only address that could be Jane Smith's stands beside John Smith; the others are elsewhere.
  "decoys.example": pages({
    "/": "<h1>Decoys</h1>",
    "/team": `<ul>${card("John Smith", "jsmith@decoys.example")}</ul>
      <blockquote>Great work! jane.smith@decoys.example</blockquote><p>jane.smith@customer.example</p>`,
  }),
  "by-vendor.example": pages({ "/": "<h1>No address here</h1>" }),
  "implicit-mail.example": pages({ "/": "<p>Rosa Lang, rosa.lang@implicit-mail.example</p>" }),
};

export const MAIL_ZONES: Record<string, Record<string, string[]>> = {
  ...Object.fromEntries(Object.keys(mailHosts).map((domain) => [domain, { ...PUBLIC, MX }])),
  "implicit-mail.example": PUBLIC,
  "silent-zone.example": {},
  "null-mx-root.example": { ...PUBLIC, MX: ["0 ."] },
  "google-mail.example": { MX: ["10 alt1.aspmx.l.google.com.", "1 aspmx.l.google.com."] },
  "microsoft-mail.example": { MX: ["0 microsoft-mail-example.mail.protection.outlook.com."] },
  "proofpoint-mail.example": { MX: ["10 mxa-00000001.gslb.pphosted.com."] },
  "mimecast-mail.example": { MX: ["10 eu-smtp-inbound-1.mimecast.com."] },
  "zoho-mail.example": { MX: ["10 mx.zoho.eu.", "20 mx2.zoho.eu."] },
  "own-mail.example": { MX: ["10 mail.own-mail.example."] },
  "other-mail.example": { MX: ["10 notgoogle.com.evil.example."] },
};
