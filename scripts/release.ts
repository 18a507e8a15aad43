/**
 * Part of `npm version`, which has just put the next version into package.json: puts it into server.json and the packages, and turns what
 * CHANGELOG.md has under `## Unreleased` into its section. Fails when there is nothing to release.
 */
import { readFileSync, writeFileSync } from "node:fs";

const version = process.env.npm_package_version;
if (!version) throw new Error("This is run by `npm version`.");

const changelog = readFileSync("CHANGELOG.md", "utf8");
const [, unreleased] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
if (!unreleased?.trim()) throw new Error("CHANGELOG.md has nothing under `## Unreleased`: say what has changed.");
const today = new Date().toISOString().slice(0, 10);
writeFileSync("CHANGELOG.md", changelog.replace("## Unreleased\n", `## ${version} - ${today}\n`));

for (const file of ["server.json", "bin/package.json", "examples/client/package.json", ".claude-plugin/plugin.json"]) {
  writeFileSync(file, readFileSync(file, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`));
}
