import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** The unpacked tarball that `npm pack` makes of a folder. */
function packed(folder: string): string {
  const work = mkdtempSync(join(tmpdir(), "tallygate-pack-"));
  cpSync(folder, join(work, "source"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(work, "node_modules"));
  execFileSync("npm", ["pack", "--pack-destination", work], { cwd: join(work, "source"), stdio: "pipe" });
  execFileSync("sh", ["-c", "tar -xzf *.tgz"], { cwd: work });
  return join(work, "package");
}

it("the command line's package runs by itself", () => {
  const folder = packed("bin");
  const { bin } = read(join(folder, "package.json"));
  const help = execFileSync(process.execPath, [join(folder, bin["tallygate-cli"]), "--help"], { encoding: "utf8" });
  expect(help).toContain("tallygate-cli register");
});

it("the typed client's package is JavaScript with its types", async () => {
  const folder = packed("examples/client");
  const { tallygate } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "dist/client.js")).href);
  expect(tallygate("https://acme.example", "key").call).toBeTypeOf("function");
  expect(readFileSync(join(folder, "dist/client.d.ts"), "utf8")).toContain("export declare function tallygate");
  expect(readFileSync(join(folder, "dist/tools.d.ts"), "utf8")).toContain("get_email");
});

it("the packages have the version, the name in the MCP registry, and provenance", () => {
  const { version } = read("package.json");
  const { name } = read("server.json");
  for (const folder of ["bin", "examples/client"]) {
    const manifest = read(`${folder}/package.json`);
    expect(manifest).toMatchObject({ version, mcpName: name, publishConfig: { provenance: true } });
    expect(manifest.name).toMatch(/^@/);
  }
  // A name without a scope could be somebody else's.
  expect(readFileSync("README.md", "utf8")).not.toMatch(/npx tallygate/);
});
