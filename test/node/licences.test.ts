import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { dependencies } from "../../package.json";
import { LICENCES_FILE, listLicences } from "../../scripts/licences.ts";

it("the list of licences is that of package-lock.json; `npm run licences` makes it so", () => {
  const list = readFileSync(LICENCES_FILE, "utf8");
  expect(list).toBe(listLicences());
  for (const [name, version] of Object.entries(dependencies)) {
    expect(list).toContain(`| [${name}](https://www.npmjs.com/package/${name}/v/${version}) |`);
  }
});

it("every third-party package in the Worker's bundle is in the list", async () => {
  const { metafile } = await build({
    entryPoints: ["src/index.ts"],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    loader: { ".md": "text" },
    external: ["cloudflare:*", "node:*"],
  });
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /^.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  const list = listLicences();
  const names = [...new Set(packages)];
  expect(names).toContain("hono");
  expect(names.filter((name) => !list.includes(`| [${name}](`))).toEqual([]);
});
