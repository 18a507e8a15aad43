import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const SCRIPT = resolve("scripts/release.ts");
const FILES = ["server.json", "bin/package.json", "examples/client/package.json", ".claude-plugin/plugin.json"];
let folder = "";
const file = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tallygate-release-"));
  for (const name of FILES) {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), readFileSync(name));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

function release(changelog: string): void {
  writeFileSync(file("CHANGELOG.md"), changelog);
  const env = { ...process.env, npm_package_version: "9.8.7" };
  execFileSync(process.execPath, [SCRIPT], { cwd: folder, env, stdio: "pipe" });
}

it("`npm version` dates what was unreleased and versions server.json, the packages and the plugin, nothing else", () => {
  release("# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0 - 2026-11-21\n\n- The first.\n");
  const today = new Date().toISOString().slice(0, 10);
  expect(readFileSync(file("CHANGELOG.md"), "utf8")).toBe(
    `# Changelog\n\n## 9.8.7 - ${today}\n\n- A thing.\n\n## 0.1.0 - 2026-11-21\n\n- The first.\n`,
  );
  const { version } = JSON.parse(readFileSync("server.json", "utf8"));
  for (const name of FILES) {
    const before = readFileSync(name, "utf8");
    expect(readFileSync(file(name), "utf8")).toBe(before.replace(`"version": "${version}"`, '"version": "9.8.7"'));
  }
});

it.each(["# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-21\n", "# Changelog\n\n## 0.1.0 - 2026-11-21\n"])(
  "releases nothing when nothing has changed",
  (changelog) => {
    expect(() => release(changelog)).toThrow(/nothing under `## Unreleased`/);
    expect(readFileSync(file("CHANGELOG.md"), "utf8")).toBe(changelog);
  },
);
