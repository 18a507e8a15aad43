/** Real pages with labels: the pages are read from clones (`--mirrors DIR`), the labels name nobody. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { sitePageOf } from "../src/readers/page/document.ts";

export type PageLabel = { repo: string; path: string; commit: string; url: string };

/** The folder of clones that the command line names, each as `owner+name/repo`. */
export function mirrorsOption(): string | undefined {
  return parseArgs({ options: { mirrors: { type: "string" } }, strict: false }).values.mirrors as string | undefined;
}

/** The text of a page at its commit, from the clone of its repository. */
export function pageFrom(mirrors: string, { repo, path, commit }: Omit<PageLabel, "url">): string {
  const clone = join(mirrors, repo.replace("/", "+"), "repo");
  const directory = existsSync(join(clone, ".git")) ? join(clone, ".git") : clone;
  const args = ["--git-dir", directory, "show", `${commit}:${path}`];
  const content = execFileSync("git", args, { maxBuffer: 1 << 28 });
  return (path.endsWith(".gz") ? gunzipSync(content) : content).toString("utf8");
}

/** A page as the readers get it, without its headers, which no label has. */
export function labelledPage(address: string, text: string) {
  const url = new URL(address);
  return sitePageOf({ status: "ok", url, headers: new Headers(), text, truncated: false });
}

/** A set of labels of `bench/truth`. */
export function labelsOf<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "truth", `${name}.json`), "utf8")) as T;
}

const HASH_LENGTH = 20;

/** How a label keeps a text that names somebody. */
export function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}

/** Words without marks and case, and without an honorific in front. */
export function foldedWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss");
  return plain
    .replace(/^(?:dr|mr|mrs|ms|prof)\.? /, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Shares of one bench, by measure. */
export type Shares = Record<string, number>;

/**
 * Which shares are below the floors that `bench/baseline.json` keeps for a bench, as sentences. A floor is lowered only by a
 * commit that says why.
 */
export function belowFloors(bench: string, shares: Shares): string[] {
  const text = readFileSync(join(import.meta.dirname, "baseline.json"), "utf8");
  const floors = (JSON.parse(text) as Record<string, Shares>)[bench];
  if (!floors) throw new Error(`bench/baseline.json has no floors for ${bench}`);
  return Object.entries(floors).flatMap(([measure, floor]) => {
    const share = shares[measure] ?? 0;
    return share < floor ? [`${bench}: ${measure} ${percent(share)} is below its floor, ${percent(floor)}`] : [];
  });
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Prints the shares of real pages with what is wrong there; false where a share is below its floor. */
export function reportReal(bench: string, { shares, details }: { shares: Shares; details: string[] }): boolean {
  const figures = Object.entries(shares).map(([measure, share]) => `${measure} ${percent(share)}`);
  console.log(`real ${bench}: ${figures.join(", ")}`);
  const tooLow = belowFloors(bench, shares);
  for (const line of [...details, ...tooLow]) console.log(`  ${line}`);
  return tooLow.length === 0;
}
