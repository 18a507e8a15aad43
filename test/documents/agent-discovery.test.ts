import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { BASE, request, requestWith } from "../support/harness.ts";

describe("agent skills", () => {
  it("are listed with the digest of the very file that is served, and follow the format", async () => {
    const { body, headers } = await request("/.well-known/agent-skills/index.json");
    expect(headers.get("content-type")).toBe("application/json");
    expect(body.$schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    expect(body.skills.map(({ name }: { name: string }) => name)).toEqual([
      "find-companies",
      "research-account",
      "build-list",
      "watch-accounts",
      "buy-tokens",
    ]);
    for (const { name, type, description, url, digest } of body.skills) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(type).toBe("skill-md");
      expect(description.length).toBeLessThan(1_024);
      expect(url).toBe(`${BASE}/.well-known/agent-skills/${name}/SKILL.md`);
      const { text, headers: served } = await request(url);
      expect(served.get("content-type")).toBe("text/markdown; charset=utf-8");
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
      expect(digest).toBe(`sha256:${hash}`);
      expect(text).toContain(`---\nname: ${name}\ndescription: "${description}"\n---\n`);
      expect(text + description).not.toContain("{network}");
      // Every call it shows is one of a tool that is there, with a body that the tool takes.
      const calls = [...text.matchAll(/`POST \S+\/api\/v0\/(\w+)` `(\{.*?\})`:/g)];
      expect(calls.length).toBeGreaterThan(0);
      for (const [, tool = "", json = ""] of calls) {
        const whole = JSON.parse(json.replace(/<id of the batch>/, `batch_${"0".repeat(32)}`));
        expect(
          TOOLS.find(({ name: one }) => one === tool)?.input.safeParse(whole).error,
          `${tool} ${json}`,
        ).toBeUndefined();
      }
    }
  });
});

describe("the API catalogue", () => {
  it("is a link set whose links all answer, HEAD included", async () => {
    const path = "/.well-known/api-catalog";
    const { body, headers } = await request(path);
    const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
    expect(headers.get("content-type")).toBe(type);
    expect((await request(path, { method: "HEAD" })).headers.get("link")).toContain('rel="api-catalog"');
    const items = body.linkset.find((set: { item?: unknown }) => set.item).item;
    expect(items.map(({ href }: { href: string }) => href)).toEqual([`${BASE}/api/v0`, `${BASE}/mcp`]);
    const links = body.linkset.flatMap((set: Record<string, unknown>) =>
      Object.values(set).flatMap((value) => (Array.isArray(value) ? value : [])),
    ) as { href: string; type?: string }[];
    for (const { href, type } of links.filter((link) => link.type)) {
      const answer = await request(href);
      expect(answer.status, href).toBe(200);
      if (type !== "application/vnd.oai.openapi+json") expect(answer.headers.get("content-type")).toContain(type);
    }
  });
});

describe("the MCP server card", () => {
  it.each(["/.well-known/mcp/server-card.json", "/mcp/server-card"])(
    "%s names the server and its address",
    async (path) => {
      const { body } = await request(path);
      expect(body).toMatchObject({
        name: expect.stringContaining("/"),
        title: "Tallygate",
        version: expect.any(String),
      });
      expect(body.remotes).toMatchObject([{ type: "streamable-http", url: `${BASE}/mcp` }]);
    },
  );
});

describe("sitemap, robots.txt and Link", () => {
  it("the sitemap lists pages that answer, and each tool's", async () => {
    const { text } = await request("/sitemap.xml");
    const { urlset } = new XMLParser().parse(text) as { urlset: { url: { loc: string }[] } };
    const addresses = urlset.url.map(({ loc }) => loc);
    for (const { name } of TOOLS) expect(addresses).toContain(`${BASE}/docs/${name}.md`);
    for (const address of addresses.filter((loc) => !loc.includes("/docs/"))) {
      expect((await request(address)).status, address).toBe(200);
    }
  });

  it("robots.txt states the allowed uses of documents and the address of the sitemap", async () => {
    const { text } = await requestWith({ BASE_URL: "https://tools.example" }, "/robots.txt");
    expect(text).toMatch(/^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=yes$/m);
    expect(text).toContain("Sitemap: https://tools.example/sitemap.xml");
  });

  it("a page leads machines to what they read, and each target answers", async () => {
    const { headers } = await request("/");
    const targets = [...(headers.get("link") ?? "").matchAll(/<([^>]+)>; rel="([\w-]+)"/g)];
    expect(targets.map(([, , rel]) => rel)).toEqual(
      expect.arrayContaining(["api-catalog", "service-desc", "service-doc", "describedby"]),
    );
    for (const [, target = ""] of targets) expect((await request(target)).status).toBe(200);
  });
});

it("/dev/mail belongs to `npm start`: the Worker has no such page, wherever it runs", async () => {
  expect((await request("/dev/mail")).status).toBe(404);
});
