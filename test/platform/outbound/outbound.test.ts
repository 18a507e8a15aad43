import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../src/platform/outbound/address-guard.ts";
import { checkHost, resolve } from "../../../src/platform/outbound/dns.ts";
import { outboundFor } from "../../../src/platform/outbound/outbound.ts";
import { siteObject } from "../../support/sites.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const page = (url: string, ms?: number) => outboundFor(sourceContext({ ms })).page(url);

describe("pages of untrusted sites", () => {
  it("reads a page as the bot it is", async () => {
    const seen = await page("https://acme-robotics.example/about");
    expect(seen).toMatchObject({ status: "ok", truncated: false });
    expect(seen.status === "ok" && seen.text).toContain("About Acme Robotics");
  });

  it("vets every hop and follows at most five redirects", async () => {
    expect(await page("https://lumen-labs.example/")).toMatchObject({
      status: "ok",
      url: new URL("https://www.lumenta.example/"),
    });
    expect(await page("https://loop.example/")).toMatchObject({ status: "refused", reason: "too_many_redirects" });
    const pages = (await fetchedFrom("loop.example")).filter((line) => !line.endsWith("robots.txt"));
    // This host redirects its robots.txt, too: five hops for it. The page leads to /again and that to itself.
    expect(pages).toHaveLength(7);
  });

  it.each([
    ["https://to-loopback.example/", "ip_literal"],
    ["https://to-decimal-loopback.example/", "ip_literal"],
    ["https://to-metadata.example/", "ip_literal"],
    ["https://to-private-name.example/", "private_address"],
    ["https://to-internal.example/", "local_name"],
    ["https://to-network.example/", "network_host"],
    ["https://to-network-capitals.example/", "network_host"],
    ["https://to-port.example/", "port"],
    ["https://to-credentials.example/", "credentials"],
    ["https://to-ftp.example/", "scheme"],
    ["https://private-address.example/", "private_address"],
    ["https://half-private.example/", "private_address"],
    ["https://mapped-address.example/", "private_address"],
    ["https://compatible-address.example/", "private_address"],
    ["https://nat64-address.example/", "private_address"],
    ["https://metadata-address.example/", "private_address"],
    ["http://127.0.0.1/", "ip_literal"],
    ["http://[::1]/", "ip_literal"],
    ["http://0x7f.1/", "ip_literal"],
    ["http://１２７.0.0.1/", "ip_literal"],
    ["https://93.184.215.14/", "ip_literal"],
    ["https://localhost/", "local_name"],
    ["https://printer.local/", "local_name"],
    ["https://intranet/", "local_name"],
    ["https://network.example/company/acme-robotics", "network_host"],
    ["https://de.network.example./in/ada", "network_host"],
    ["https://WWW.LinkedIn.com/company/x", "network_host"],
    ["https://tallygate.example/", "own_host"],
    ["https://tallygate.workers.dev/", "own_host"],
    ["ftp://acme-robotics.example/", "scheme"],
    ["https://acme-robotics.example:8443/", "port"],
    ["https://jo:pw@acme-robotics.example/", "credentials"],
    ["not a url", "bad_url"],
  ])("never goes to %s", async (url, reason) => {
    expect(await page(url)).toMatchObject({ status: "refused", reason });
  });

  it("never sent a request to any of them", async () => {
    for (const host of [
      "network.example",
      "linkedin.com",
      "127.0.0.1",
      "169.254.169.254",
      "private-address.example",
      "tallygate.example",
    ]) {
      expect(await fetchedFrom(host)).toEqual([]);
    }
    for (const host of ["half-private", "mapped-address", "compatible-address", "nat64-address", "metadata-address"]) {
      expect(await fetchedFrom(`${host}.example`)).toEqual([]);
    }
  });

  it.each([
    ["https://nobody-has-this.example/", { status: "no_dns" }],
    ["https://no-address.example/", { status: "no_dns" }],
    ["https://resolver-down.example/", { status: "unavailable" }],
    ["https://servfail.example/", { status: "unavailable" }],
    ["https://failing.example/", { status: "site_error", httpStatus: 500 }],
    ["https://missing.example/", { status: "not_found", httpStatus: 404 }],
    ["https://blocking.example/", { status: "blocked_by_site" }],
    ["https://captcha.example/", { status: "blocked_by_site" }],
    ["https://challenge.example/", { status: "blocked_by_site" }],
    ["https://binary.example/", { status: "unreadable" }],
  ])("%s is %o", async (url, expected) => {
    expect(await page(url)).toMatchObject(expected);
  });

  it("stops reading at the size cap", async () => {
    const seen = await page("https://endless.example/");
    expect(seen).toMatchObject({ status: "ok", truncated: true });
    expect(seen.status === "ok" && seen.text.length).toBe(1_500_000);
  });

  it("reads the charset that the site names", async () => {
    expect(await page("https://cyrillic.example/")).toMatchObject({ status: "ok", text: "Привет" });
    expect(await page("https://marked.example/")).toMatchObject({ status: "ok", text: "с" });
  });

  it.each(["slow", "silent-robots", "drip"])("gives up on %s when the time is up", async (name) => {
    expect(await page(`https://${name}.example/`, 1_500)).toEqual({ status: "timeout" });
  });
});

describe("robots.txt", () => {
  it.each(["forbidden", "forbids-us"])("fetches no page of %s", async (name) => {
    expect(await page(`https://${name}.example/`)).toEqual({ status: "disallowed_by_robots" });
    expect(await fetchedFrom(`${name}.example`)).toEqual([`GET https://${name}.example/robots.txt`]);
  });

  it("holds for the host that a redirect leads to", async () => {
    expect(await page("https://leads-to-forbidden.example/")).toEqual({ status: "disallowed_by_robots" });
    expect(await fetchedFrom("forbidden.example")).not.toContain("GET https://forbidden.example/page");
  });

  it("fetches no page while the site cannot say", async () => {
    expect(await page("https://robots-down.example/")).toMatchObject({ status: "site_error" });
    expect(await fetchedFrom("robots-down.example")).toEqual(["GET https://robots-down.example/robots.txt"]);
  });

  it("lets the last rules hold while the site cannot say", async () => {
    const observedAt = Date.now() - 2 * 86_400_000;
    const dataJson = JSON.stringify("User-agent: *\nAllow: /");
    const rules = { kind: "robots", key: "https://robots-down.example", dataJson, observedAt };
    await siteObject("robots-down.example").keepFacts([{ ...rules, expiresAt: Date.now() + 86_400_000 }]);
    expect(await page("https://robots-down.example/")).toMatchObject({ status: "ok" });
  });

  it("is asked once, and spaces requests by Crawl-delay", async () => {
    const outbound = outboundFor(sourceContext());
    const start = Date.now();
    await outbound.page("https://crawl-delay.example/a");
    await outbound.page("https://crawl-delay.example/b");
    expect(Date.now() - start).toBeGreaterThanOrEqual(2_900);
    expect(await page("https://crawl-delay.example/private/c")).toEqual({ status: "disallowed_by_robots" });
    const robots = (await fetchedFrom("crawl-delay.example")).filter((line) => line.endsWith("robots.txt"));
    expect(robots).toHaveLength(1);
  });
});

describe("APIs", () => {
  const api = (url: string) => outboundFor(sourceContext()).api(url);

  it("returns any status as it is", async () => {
    expect(await api("https://failing.example/")).toMatchObject({ status: "ok", httpStatus: 500 });
    expect(await api("https://to-loopback.example/")).toMatchObject({ status: "ok", httpStatus: 302 });
  });

  it.each([
    "https://api.network.example/v2/me",
    "https://linkedin.com/",
    "http://127.0.0.1/",
    "https://tallygate.example/",
    "nonsense",
  ])("never calls %s", async (url) => {
    expect(await api(url)).toEqual({ status: "refused" });
  });

  it("does not hand over half an answer", async () => {
    const limits = { maxBytes: 1_000 };
    expect(await outboundFor(sourceContext()).api("https://endless.example/", {}, limits)).toEqual({
      status: "too_large",
    });
  });
});

describe("DNS", () => {
  it("answers records of the asked type", async () => {
    const context = sourceContext();
    expect(await resolve(context, "acme-robotics.example", "MX")).toMatchObject({
      status: "ok",
      records: ["1 aspmx.l.google.com.", "5 alt1.aspmx.l.google.com."],
    });
    const texts = await resolve(context, "acme-robotics.example", "TXT");
    expect(texts.status === "ok" && texts.records[0]).toBe(
      "v=spf1 include:_spf.google.com include:mail.zendesk.com ~all",
    );
    expect(await resolve(context, "nobody-has-this.example", "MX")).toEqual({ status: "no_such_name" });
    expect(await resolve(context, "resolver-down.example", "MX")).toEqual({ status: "down" });
  });

  it("asks no second time within the TTL", async () => {
    const context = sourceContext();
    const asked = async () =>
      (await fetchedFrom("cloudflare-dns.com")).filter((line) => line.includes("hazel-and-oak")).length;
    expect(await checkHost(context, "hazel-and-oak.example")).toBe("public");
    const before = await asked();
    expect(await checkHost(context, "hazel-and-oak.example")).toBe("public");
    expect(await asked()).toBe(before);
  });

  it.each([
    ["93.184.215.14", true],
    ["2606:2800:21f::1", true],
    ["10.1.2.3", false],
    ["100.64.0.1", false],
    ["192.0.2.1", false],
    ["198.18.0.1", false],
    ["0.0.0.0", false],
    ["255.255.255.255", false],
    ["::1", false],
    ["::7f00:1", false],
    ["::ffff:93.184.215.14", false],
    ["64:ff9b::5db8:d70e", false],
    ["64:ff9b:1::1", false],
    ["2002:7f00:1::", false],
    ["2001:0::1", false],
    ["2001:db8::1", false],
    ["fec0::1", false],
    ["fd00::1", false],
    ["fe80::1", false],
    ["not an address", false],
  ])("%s public: %s", (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});
