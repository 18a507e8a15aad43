import { boardCompanyHosts } from "./boards/index.ts";
import { COMPANIES } from "./companies.ts";
import type { Handler, Hosts } from "./index.ts";
import { hiringHosts } from "./job-boards.ts";
import { MAIL_ZONES } from "./mail-sites.ts";
import { articleHosts } from "./news.ts";
import { oddHosts } from "./oddities.ts";
import { peopleHosts } from "./people-sites.ts";
import { registerSiteHosts } from "./register-sites.ts";
import { SIGNAL_ZONES, signalHosts } from "./signal-sites.ts";
import { companyHosts } from "./sites.ts";
import { rebindingZone, webhookHosts } from "./webhook-receivers.ts";

/** DNS over HTTPS in the JSON form of the real resolvers (wire format: upstreams, "DNS over HTTPS"). */
const TYPES: Record<string, number> = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 };
const TTL = 300;
const NAME_ERROR = 3;
const SERVER_FAILURE = 2;

type Zone = Partial<Record<string, string[]>>;

/** Public unicast addresses: the guard checks them, nobody connects to them. */
const PUBLIC: Zone = { A: ["93.184.215.14"], AAAA: ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"] };

/** Hosts whose answers a guard must refuse, and other oddities. */
const ODD_ZONES: Record<string, Zone> = {
  "private-address.example": { A: ["10.0.0.7"] },
  "half-private.example": { A: ["93.184.215.14", "192.168.1.20"] },
  "mapped-address.example": { AAAA: ["::ffff:10.0.0.7"] },
  "compatible-address.example": { AAAA: ["::7f00:1"] },
  "nat64-address.example": { AAAA: ["64:ff9b::a00:7"] },
  "metadata-address.example": { A: ["169.254.169.254"] },
  "no-address.example": { MX: ["10 mx.no-address.example."] },
  "no-mail.example": { ...PUBLIC, MX: ["0 ."] },
};

/** Names with a zone of their own besides the sites'. */
function zoneOf(name: string): Zone | null {
  if (name === "rebinding.example") return rebindingZone();
  const odd = ODD_ZONES[name] ?? MAIL_ZONES[name] ?? SIGNAL_ZONES[name];
  if (odd) return odd;
  const company = COMPANIES.find(({ domain }) => domain === name);
  if (company) {
    const { mx = [`10 mx1.mail.example.`], txt = ["v=spf1 include:_spf.mail.example ~all"] } = company;
    return {
      ...PUBLIC,
      MX: mx,
      TXT: txt.map((text) => JSON.stringify(text)),
      NS: ["ns1.dns.example.", "ns2.dns.example."],
    };
  }
  const www = name.startsWith("www.") ? name.slice(4) : "";
  if (COMPANIES.some(({ domain }) => domain === www)) return { ...PUBLIC, CNAME: [`${www}.`] };
  return [
    companyHosts,
    oddHosts,
    hiringHosts,
    boardCompanyHosts,
    peopleHosts,
    signalHosts,
    registerSiteHosts,
    articleHosts,
    webhookHosts,
  ].some((hosts) => name in hosts)
    ? PUBLIC
    : null;
}

const resolver: Handler = (request, url) => {
  const name = (url.searchParams.get("name") ?? "").toLowerCase().replace(/\.$/, "");
  const type = (url.searchParams.get("type") ?? "A").toUpperCase();
  if (!name.endsWith(".example") && !(name in boardCompanyHosts)) return fetch(request);
  if (name === "resolver-down.example") return new Response("upstream trouble", { status: 503 });
  const zone = zoneOf(name);
  const records = (kind: string) => (zone?.[kind] ?? []).map((data) => ({ name, type: TYPES[kind], TTL, data }));
  const status = name === "servfail.example" ? SERVER_FAILURE : zone ? 0 : NAME_ERROR;
  return Response.json(
    {
      Status: status,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: TYPES[type] ?? 0 }],
      ...(zone && { Answer: type === "CNAME" ? records(type) : [...records("CNAME"), ...records(type)] }),
    },
    { headers: { "Content-Type": "application/dns-json" } },
  );
};

export const dnsHosts: Hosts = { "cloudflare-dns.com": resolver, "dns.google": resolver };
