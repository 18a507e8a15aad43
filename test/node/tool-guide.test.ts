import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BenchServer, startWorker } from "../../bench/server.ts";

const LIST = resolve("src/tools/index.ts");
const FILE = resolve("src/tools/admin/count-letters.ts");
const example = /```ts\n([\s\S]*?)```/.exec(readFileSync("CONTRIBUTING.md", "utf8"))?.[1] ?? "";

/** Does to the source what CONTRIBUTING.md says: one file, and one line in the list (with its import). */
const addTool: Plugin = {
  name: "add-tool",
  setup(build) {
    build.onResolve({ filter: /count-letters\.ts$/ }, () => ({ path: FILE, namespace: "guide" }));
    build.onLoad({ filter: /./, namespace: "guide" }, () => ({
      contents: example,
      loader: "ts",
      resolveDir: dirname(FILE),
    }));
    build.onLoad({ filter: /src\/tools\/index\.ts$/ }, () => {
      const list = readFileSync(LIST, "utf8");
      const opening = "TOOLS: readonly Tool[] = [";
      if (!list.includes(opening)) throw new Error("the list of tools looks different now");
      const contents = `import { countLetters } from "./admin/count-letters.ts";\n${list.replace(opening, `${opening}countLetters,`)}`;
      return { contents, loader: "ts", resolveDir: dirname(LIST) };
    });
  },
};

let server: BenchServer;

beforeAll(async () => {
  server = await startWorker("src/index.ts", { plugins: [addTool] });
});

afterAll(() => server.stop());

it("the tool of the guide is served, listed, documented and charged by adding one file and one line", async () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const { api_key: key } = (await (await post("/api/v0/get_api_key", {})).json()) as { api_key: string };
  const bearer = { authorization: `Bearer ${key}` };

  const answer = await post("/api/v0/count_letters", { text: "Ada, 36" }, bearer);
  expect([answer.status, await answer.json(), answer.headers.get("x-tokens-charged")]).toEqual([
    200,
    { letters: 3 },
    "1",
  ]);
  const refused = await post("/api/v0/count_letters", { text: 5 }, bearer);
  expect([refused.status, refused.headers.get("x-tokens-charged")]).toEqual([400, "0"]);

  const index = (await (await fetch(new URL("/api/v0", server.url), { headers: bearer })).json()) as { tools: object };
  expect(index.tools).toHaveProperty("count_letters", { cost: 1 });
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "count_letters", arguments: { text: "é1" } },
  };
  const overMcp = await post("/mcp", call, { ...bearer, accept: "application/json, text/event-stream" });
  expect(((await overMcp.json()) as { result: { structuredContent: object } }).result.structuredContent).toEqual({
    letters: 1,
  });
  for (const document of ["/openapi.json", "/docs", "/llms.txt"]) {
    expect(await (await fetch(new URL(document, server.url))).text()).toContain("count_letters");
  }
});
