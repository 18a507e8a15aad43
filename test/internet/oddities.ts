import { hostileHosts } from "./hostile-sites.ts";
import { houseRuleHosts } from "./house-rules.ts";
import type { Handler, Hosts } from "./index.ts";
import { html } from "./sites.ts";

/** Hosts that misbehave, one each, so that a test can say what must not happen. All but a few have no robots.txt. */
const HANG_MS = 45_000;
const OWN_LINK = `<footer><a href="https://network.example/company/should-not-be-found"></a></footer>`;

function pages(handler: Handler): Handler {
  return (request, url) =>
    url.pathname === "/robots.txt" ? new Response("none", { status: 404 }) : handler(request, url);
}

/** Redirects everything, its robots.txt included. */
function leadsTo(location: string, status = 302): Handler {
  return () => new Response(null, { status, headers: { Location: location } });
}

const hang: Handler = async () => {
  await scheduler.wait(HANG_MS);
  return html("late");
};

/** Sends the head at once and then a byte a quarter second. */
const drip: Handler = () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = async () => {
    for (let sent = 0; sent < HANG_MS / 250; sent++) {
      await writer.write(new TextEncoder().encode(" "));
      await scheduler.wait(250);
    }
    await writer.close();
  };
  send().catch(() => {});
  return new Response(readable, { headers: { "Content-Type": "text/html" } });
};

const endless: Handler = () => {
  const line = new TextEncoder().encode(`${"<p>".padEnd(65_535, "x")}\n`);
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue(line) });
  return new Response(stream, { headers: { "Content-Type": "text/html" } });
};

/** An OAuth client that describes itself at its `client_id`; under other paths it gets something wrong. */
function clientDocument({ origin, pathname }: URL): Response {
  const claimed = pathname === "/somebody-else.json" ? "/client.json" : pathname;
  const callback = pathname === "/runs-script.json" ? "javascript://%0aalert(1)" : `${origin}/callback`;
  return Response.json({
    client_id: `${origin}${claimed}`,
    client_name: "Described Client",
    redirect_uris: [callback, "http://127.0.0.1/callback"],
    token_endpoint_auth_method: pathname === "/with-secret.json" ? "client_secret_basic" : "none",
  });
}

export const oddHosts: Hosts = {
  ...houseRuleHosts,
  "forbidden.example": (_request, url) =>
    url.pathname === "/robots.txt" ? new Response("User-agent: *\nDisallow: /\n") : html(OWN_LINK),
  "forbids-us.example": (_request, url) =>
    url.pathname === "/robots.txt"
      ? new Response("User-agent: *\nAllow: /\n\nUser-agent: otherbot\nUser-agent: TALLYGATEBOT\nDisallow: /\n")
      : html(OWN_LINK),
  "leads-to-forbidden.example": pages(leadsTo("https://forbidden.example/page")),
  "crawl-delay.example": (_request, url) =>
    url.pathname === "/robots.txt"
      ? new Response("User-agent: *\nCrawl-delay: 3\nDisallow: /private\n")
      : html("<p>patience"),
  "robots-down.example": (_request, url) => (url.pathname === "/robots.txt" ? html("oops", 503) : html(OWN_LINK)),
  "slow.example": pages(hang),
  "silent-robots.example": hang,
  "drip.example": pages(drip),
  "endless.example": pages(endless),
  "failing.example": () => html("stack trace of the upstream: secret-token", 500),
  "missing.example": () => html("nothing here", 404),
  "blocking.example": pages(() => html("go away", 403)),
  "captcha.example": pages(() => html("<title>Just a moment...</title>", 200)),
  "challenge.example": pages(() => html("checking", 503, { "cf-mitigated": "challenge" })),
  "binary.example": pages(
    () => new Response(new Uint8Array(64), { headers: { "Content-Type": "application/octet-stream" } }),
  ),
  "cyrillic.example": pages(
    // "Привет" in windows-1251.
    () =>
      new Response(new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), {
        headers: { "Content-Type": "text/html; charset=windows-1251" },
      }),
  ),
  "to-loopback.example": leadsTo("http://127.0.0.1:8787/admin"),
  "to-decimal-loopback.example": leadsTo("http://2130706433/"),
  "to-metadata.example": leadsTo("http://169.254.169.254/latest/meta-data/"),
  "to-private-name.example": leadsTo("https://private-address.example/"),
  "to-internal.example": leadsTo("http://metadata.google.internal/"),
  "to-network.example": leadsTo("https://www.network.example/company/should-not-be-found"),
  "to-network-capitals.example": leadsTo("https://WWW.NETWORK.EXAMPLE./company/should-not-be-found"),
  "to-port.example": leadsTo("http://acme-robotics.example:8080/"),
  "to-credentials.example": leadsTo("https://user:pass@acme-robotics.example/"),
  "to-ftp.example": leadsTo("ftp://acme-robotics.example/"),
  "loop.example": leadsTo("/again"),
  "refresh-to-loopback.example": pages(() =>
    html(`<meta http-equiv="refresh" content="0; url=http://127.0.0.1:8787/">`),
  ),
  // The header names another encoding than the byte order mark.
  "marked.example": pages(
    () =>
      new Response(Uint8Array.of(0xff, 0xfe, 0x41, 0x04), { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  ),
  "refresh.example": pages(() => html(`<meta http-equiv="Refresh" content="0;URL='https://lumenta.example/'">`)),
  "script-redirect.example": pages(() => html(`<script>window.location.replace("https://lumenta.example/")</script>`)),
  "oauth-client.example": (_request, url) => clientDocument(url),
  "to-oauth-client.example": leadsTo("https://oauth-client.example/client.json"),
  "lumen-labs.example": leadsTo("https://www.lumenta.example/", 301),
  ...hostileHosts,
};
