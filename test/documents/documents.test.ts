import { beforeAll, describe, expect, it } from "vitest";
import { CATEGORIES } from "../../src/constants.ts";
import { ERRORS } from "../../src/errors.ts";
import { nameNetwork } from "../../src/readers/words/network-links.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { type Answer, BASE, freezeClock, mailedCode, request, requestWith } from "../support/harness.ts";

const PAGES = ["/", "/docs", "/auth", "/docs/batches", "/docs/webhooks", "/terms", "/changelog", "/bot"];
const TWINS = [
  "/index.md",
  "/docs.md",
  "/auth.md",
  "/docs/batches.md",
  "/docs/webhooks.md",
  "/terms.md",
  "/changelog.md",
  "/bot.md",
  "/privacy.md",
];
const METADATA = [
  "/.well-known/oauth-authorization-server",
  ...["", "/mcp", "/api/v0"].map((path) => `/.well-known/oauth-protected-resource${path}`),
];
const OTHERS = ["/llms.txt", "/openapi.json", "/robots.txt", "/style.css", "/script.js", "/playground.js"];

describe("auth.md, followed to the letter", () => {
  /** What the recipe's placeholders stand for so far. */
  const known: Record<string, string> = {};
  const exchanges: { request: string; answer: string }[] = [];

  beforeAll(async () => {
    freezeClock();
    const { text } = await request("/auth.md");
    const messages = [...text.matchAll(/```http\n([\s\S]*?)\n```/g)].map(([, message = ""]) => message);
    for (let at = 0; at < messages.length; at += 2) {
      exchanges.push({ request: messages[at] ?? "", answer: messages[at + 1] ?? "" });
    }
  });

  it("has every step from discovery to revocation", () => {
    const lines = exchanges.map((exchange) => exchange.request.split(" HTTP/1.1")[0]);
    expect(lines).toEqual([
      "GET /api/v0/get_token_balance",
      "GET /.well-known/oauth-protected-resource/api/v0",
      "GET /.well-known/oauth-authorization-server",
      "POST /agent/identity",
      "POST /agent/identity",
      "POST /agent/identity",
      "POST /oauth/token",
      "POST /agent/identity/claim",
      "POST /oauth/token",
      "GET /api/v0",
      "POST /oauth/revoke",
      "GET /api/v0",
    ]);
  });

  it("gets the documented answer to each documented request", async () => {
    for (const [index, exchange] of exchanges.entries()) {
      if (exchange.request.includes("<EMAIL>")) known.EMAIL = `recipe-${index}@people.example`;
      if (exchange.request.includes("<USER_CODE>")) known.USER_CODE = mailedCode(known.EMAIL ?? "");
      const answer = await send(fill(exchange.request));
      compare(answer, exchange.answer, exchange.request);
    }
    expect(Object.keys(known).sort()).toEqual(["API_KEY", "CLAIM_TOKEN", "EMAIL", "USER_CODE"]);
  });

  function fill(text: string): string {
    return text.replace(/<([A-Z_]+)>/g, (placeholder, name: string) => known[name] ?? placeholder);
  }

  function send(message: string): Promise<Answer> {
    const [head = "", body] = message.split("\n\n");
    const [line = "", ...headers] = head.split("\n");
    const [method = "", path = ""] = line.split(" ");
    const fields = headers.map((header) => header.split(": ") as [string, string]);
    expect(Object.fromEntries(fields).Host).toBe(new URL(BASE).host);
    return request(path, { method, headers: fields, body: body ?? null });
  }

  function compare(answer: Answer, documented: string, asked: string) {
    const [head = "", body] = documented.split("\n\n");
    const [line = "", ...headers] = head.split("\n");
    expect(`HTTP/1.1 ${answer.status}`, asked).toBe(line);
    for (const header of headers) {
      const [name = "", value] = header.split(": ");
      expect(answer.headers.get(name), asked).toBe(value);
    }
    if (body === undefined) expect(answer.text, asked).toBe("");
    else expect(answer.body, asked).toEqual(learn(JSON.parse(body), answer.body));
  }

  /** The documented value with its placeholders replaced by what came; learns the names in capitals. */
  function learn(documented: unknown, came: unknown): unknown {
    if (Array.isArray(documented)) return documented.map((item, index) => learn(item, (came as unknown[])[index]));
    if (typeof documented === "object" && documented !== null) {
      const { "…": more, ...fields } = documented as Record<string, unknown>;
      const actual = came as Record<string, unknown>;
      const expected = Object.entries(fields).map(([name, value]) => [name, learn(value, actual[name])]);
      return { ...(more === undefined ? {} : actual), ...Object.fromEntries(expected) };
    }
    const placeholder = /^<([A-Za-z_]+)>$/.exec(String(documented))?.[1];
    if (placeholder === undefined || typeof came !== "string" || came === "") return documented;
    if (placeholder === placeholder.toUpperCase()) known[placeholder] = came;
    return came;
  }
});

describe("addresses", () => {
  it("on this host that documents link to all exist, with their fragments", async () => {
    const seen = new Set<string>();
    for (const path of [...PAGES, ...TWINS, ...METADATA, ...OTHERS]) {
      const { text } = await request(path);
      for (const address of ownAddresses(text, path)) seen.add(address);
    }
    expect(seen.size).toBeGreaterThan(30);
    const bad: string[] = [];
    for (const address of seen) {
      const [path = "", fragment] = address.split("#");
      const answer = await request(path, { headers: { Accept: "text/html" } });
      // Endpoints that only take POST, or want a key, answer that: they are there.
      if (![200, 400, 401, 405].includes(answer.status)) bad.push(`${address}: ${answer.status}`);
      const isNamed = path.endsWith(".md")
        ? new RegExp(`^#+ ${fragment}$`, "m").test(answer.text)
        : answer.text.includes(`id="${fragment}"`);
      if (fragment !== undefined && !isNamed) bad.push(`${address}: no such part`);
    }
    expect(bad).toEqual([]);
  });

  it("that errors give as their type lead to a row that explains them", async () => {
    const { body } = await request("/api/v0/get_token_balance");
    const { text } = await request("/docs");
    expect(text).toContain(`id="${new URL(body.type).hash.slice(1)}"`);
    const paying = await requestWith({ X402_PAY_TO: `0x${"0".repeat(39)}1`, X402_NETWORK: "eip155:8453" }, "/docs");
    for (const code of Object.keys(ERRORS)) {
      expect(paying.text).toContain(`id="error-${code}"`);
      // Codes of wallets' payments are told where such payments are taken.
      if (!code.startsWith("payment_")) expect(text).toContain(`id="error-${code}"`);
    }
  });

  function ownAddresses(text: string, path: string): string[] {
    const absolute = text.match(new RegExp(`${BASE}[^\\s"'\`)<>\\\\,&]*`, "g")) ?? [];
    const relative = [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, target = ""]) => target);
    return [...absolute, ...relative]
      .map((address) => new URL(address.replace(/[.;:]+$/, ""), `${BASE}${path}`))
      .filter((url) => url.origin === BASE && !/[{}]|%7B/.test(url.href))
      .map((url) => `${url.pathname}${url.hash}`);
  }
});

describe("documents follow the tool list", () => {
  it.each(["/", "/docs", "/docs/get_company"])("%s is under 100 kB", async (path) => {
    const { status, text } = await request(path);
    expect(status).toBe(200);
    expect(new TextEncoder().encode(text).length).toBeLessThan(100_000);
  });

  it.each(["/", "/index.md", "/docs", "/docs.md", "/llms.txt"])("%s names every tool and no other", async (path) => {
    const { text } = await request(path);
    for (const tool of TOOLS) expect(text).toMatch(new RegExp(`\\b${tool.name}\\b`));
    expect(text).not.toContain("undefined");
    expect(text).not.toContain("[object");
  });

  it("the reference has price, description and fields of each tool, and its page the rest", async () => {
    const { text } = await request("/docs.md");
    expect(new TextEncoder().encode(text).length).toBeLessThan(60_000);
    for (const category of CATEGORIES) {
      const listed = TOOLS.some((tool) => tool.category === category);
      expect(text.includes(`\n## ${category[0]?.toUpperCase()}${category.slice(1)} tools\n`)).toBe(listed);
    }
    for (const tool of TOOLS) {
      const part = text.split(`\n### ${tool.name}\n`)[1]?.split("\n### ")[0] ?? "";
      const page = (await request(`/docs/${tool.name}.md`)).text;
      for (const one of [part, page]) {
        expect(one).toContain(nameNetwork(tool.description, { NETWORK_NAME: "LinkedIn" }));
        expect(one).toContain(tool.cost === 0 ? "free" : `${tool.cost} token`);
      }
      expect(part).toContain(`/docs/${tool.name})`);
      for (const field of Object.keys(tool.output.shape)) expect(page).toContain(`| \`${field}\` |`);
      expect(page.match(/^curl \S+\/api\/v0\/(\w+) /m)?.[1]).toBe(tool.name);
      expect(page).toContain(JSON.stringify(tool.example).replaceAll("'", "'\\''"));
    }
  });
});

describe("pages", () => {
  it.each(PAGES)("%s runs no foreign or inline script and sets no style inline", async (path) => {
    const { headers, text } = await request(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(text).not.toMatch(/<script(?![^>]* src="\/)/);
    expect(text).not.toMatch(/ style="|<style| on\w+="/);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!localhost:8787)/);
  });

  it.each(PAGES)("%s has a language, landmarks, unique ids and a viewport", async (path) => {
    const { text } = await request(path);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('name="viewport" content="width=device-width');
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toContain('<a class="skip" href="#content">');
    expect(text).toContain('<main id="content"');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([...PAGES, "/privacy"].map((page, at) => [page, TWINS[at] ?? ""]))(
    "%s has a twin for agents, %s",
    async (page, twin) => {
      const { headers, text } = await request(page);
      const inHead = text.includes(`<link rel="alternate" type="text/markdown" href="${twin}"/>`);
      expect(inHead || headers.get("link") === `<${twin}>; rel="alternate"; type="text/markdown"`).toBe(true);
      expect(text).toContain(`<a href="${twin}">Markdown</a>`);
      const { headers: typed, text: markdown } = await request(twin);
      expect(typed.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(markdown).toMatch(/^# \S/);
      expect(markdown).not.toMatch(/<\/?(p|div|ul|li|a|form)\b/);
      // It says what the page says: each of its headings and its first paragraph.
      const said = [...text.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, heading]) => heading);
      for (const heading of said) expect(markdown).toContain(`## ${heading}`);
      if (!["/index.md", "/terms.md", "/changelog.md"].includes(twin))
        expect((await request("/llms.txt")).text).toContain(`${BASE}${twin}`);
    },
  );

  it("a service name is text, not markup", async () => {
    const { text } = await requestWith({ SERVICE_NAME: "<img src=x onerror=alert(1)>" }, "/");
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img");
  });

  it("/bot tells the name that robots.txt files know us by", async () => {
    const { text } = await request("/bot.md");
    expect(text).toContain(`TallygateBot/1.0 (+${BASE}/bot)`);
    expect(text).toContain("User-agent: TallygateBot\nDisallow: /");
  });

  it("/robots.txt keeps crawlers to the documents", async () => {
    const lines = (await request("/robots.txt")).text.split("\n");
    expect(lines).toContain("User-agent: *");
    expect(lines).toContain("Disallow: /api/v0");
    expect(lines).not.toContain("Disallow: /");
  });
});
