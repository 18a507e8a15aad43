/**
 * Part of `npm run check`: the rooms of src/ and their floors, from the top. A room imports only from floors below its own;
 * rooms on one floor do not import each other; no files import each other in a circle. Imports of types count. Every tool
 * is in the list of tools. A new room has to take a floor here.
 */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path/posix";

/** A directory or file of src/, or a directory whose subdirectories have floors. */
type Room = string | { name: string; floors: Room[][] };

export const FLOORS: Room[][] = [
  ["index.ts"],
  ["app.ts", "housekeeping.ts"],
  ["console", "documents", "operator"],
  ["closing", "gateway"],
  ["tools"],
  [
    {
      name: "sources",
      floors: [
        ["news"],
        ["companies", "emails", "hackernews", "jobs", "people", "reddit", "technologies"],
        ["vendors"],
        ["directory", "registers", "website"],
        ["facts"],
      ],
    },
  ],
  // Batches and watches receive the function that runs a tool as a parameter, so they are below the tools.
  [
    { name: "accounts", floors: [["oauth"], ["sign-in"], ["members", "registration"], ["keys"]] },
    "batches",
    "payments",
    "privacy",
    "watches",
  ],
  ["index"],
  ["ledger", "webhooks"],
  ["http"],
  ["platform"],
  // Pure: text in, facts and reasons out. No environment, no clock, no network.
  ["readers"],
  ["lib"],
  ["config.ts"],
  ["constants.ts", "errors.ts", "paths.ts"],
];

/** What a pure room does not use: the network, the environment, the clock. */
const IMPURE = /\bfetch\(|\bDate\.now\(|\bnew Date\(\)|\benv\b|\bprocess\.|\bperformance\.|\bMath\.random\(/;

const TOOL_LIST = "tools/index.ts";
/** A tool's file is in one of the directories of tools/ and exports what `defineTool` or `defineDetector` makes, or a table of tools. */
const TOOL_FILE = /^tools\/[^/]+\/[^/]+\.ts$/;
const TOOL = /^export const (\w+(: \w+)? = \w*(Tool|Detector)\(|\w+_TOOLS = \[)/m;
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

type Place = { room: string; floor: number };

/** The rooms of a file of src/, outermost first; null if it is in no listed room. */
function placesOf(path: string, floors = FLOORS): Place[] | null {
  const [first = "", ...rest] = path.split("/");
  for (const [floor, rooms] of floors.entries()) {
    for (const room of rooms) {
      if (typeof room === "string") {
        if (room === first) return [{ room, floor }];
      } else if (room.name === first) {
        const inner = placesOf(rest.join("/"), room.floors);
        return inner && [{ room: room.name, floor }, ...inner];
      }
    }
  }
  return null;
}

/** The rule that an import of `to` by `from` breaks, or null. */
function brokenRule(from: Place[], to: Place[]): string | null {
  for (const [level, place] of from.entries()) {
    const other = to[level];
    if (!other || other.room !== place.room) {
      if (!other || place.floor < other.floor) return null;
      return place.floor === other.floor
        ? `${place.room} and ${other.room} stand on one floor, and such rooms do not import each other`
        : `${place.room} stands below ${other.room}, and a room imports only from floors below it`;
    }
  }
  return null;
}

/** The violations in a tree of files (path under src/ to text), one sentence each with the rule. */
export function findFaults(files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [path, text] of files) {
    const from = placesOf(path);
    if (!from) faults.push(`${path}: in no room of FLOORS in scripts/floors.ts; give its room a floor`);
    const [impure] = (path.startsWith("readers/") && IMPURE.exec(withoutComments(text))) || [];
    if (impure) faults.push(`${path} uses ${impure}: readers take texts, and nothing else`);
    const targets = [...text.matchAll(IMPORT)].map(([, to = ""]) => join(dirname(path), to));
    graph.set(
      path,
      targets.filter((target) => files.has(target)),
    );
    for (const target of graph.get(path) ?? []) {
      const to = placesOf(target);
      const rule = from && to && brokenRule(from, to);
      if (rule) faults.push(`${path} imports ${target}: ${rule}`);
    }
  }
  // A climb closes circles of its own, which would bury it.
  return [...(faults.length > 0 ? faults : findCycles(graph)), ...findUnregistered(files)];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*/g, "");
}

function findCycles(graph: ReadonlyMap<string, string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push(`import cycle: ${[...trail.slice(start), path].join(" → ")}`);
    if (start >= 0 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

/** Tools that are not served because neither the list of tools nor a list that it imports has their file. */
function findUnregistered(files: ReadonlyMap<string, string>): string[] {
  const list = files.get(TOOL_LIST);
  if (list === undefined) return [];
  const listed = new Set<string>();
  for (const path of [TOOL_LIST, "tools/signals/detectors.ts"]) {
    for (const [, to = ""] of (files.get(path) ?? "").matchAll(IMPORT)) listed.add(join(dirname(path), to));
  }
  const tools = [...files].filter(([path, text]) => TOOL_FILE.test(path) && TOOL.test(text));
  return tools
    .filter(([path]) => !listed.has(path))
    .map(([path]) => `${path}: a tool that is not in ${TOOL_LIST}; add it to TOOLS, or to DETECTORS`);
}

if (import.meta.main) {
  const files = new Map<string, string>();
  for await (const path of glob("**/*.{ts,tsx}", { cwd: "src" })) files.set(path, readFileSync(`src/${path}`, "utf8"));
  const faults = findFaults(files);
  for (const fault of faults) console.error(`src/${fault}`);
  if (faults.length > 0) process.exit(1);
}
