/** Shared by `npm run index:seed` and its tests: lists of job boards in the forms in which they are published. */
import { basename, extname } from "node:path";
import { csvReader } from "../src/lib/csv.ts";
import type { LineError } from "./admin-api.ts";

/** A board as its list names it; what the list does not say is empty. */
export type ListedBoard = { line: number; system: string; token: string; name: string; domain: string; url: string };

const COLUMNS: Record<string, keyof Omit<ListedBoard, "line">> = {
  ...{ system: "system", ats: "system", provider: "system" },
  ...{ token: "token", slug: "token", board: "token" },
  ...{ name: "name", company: "name", domain: "domain", website: "domain", url: "url" },
};
const EMPTY = { system: "", token: "", name: "", domain: "", url: "" };

/**
 * Reads a list: CSV with the columns `system,token,name,domain` (a header may change their order) or `name,slug,url`, or YAML of
 * `- company: …` and `board: …`. The file's name is the system where the list does not say it: `greenhouse.csv`.
 */
export function readBoardList(file: string, text: string): { boards: ListedBoard[]; errors: LineError[] } {
  const extension = extname(file).toLowerCase();
  const system = basename(file, extname(file)).toLowerCase();
  const errors: LineError[] = [];
  const all = /^\.ya?ml$/.test(extension) ? readYaml(text, errors) : readCsv(text, errors);
  const boards = all.flatMap((board) => {
    if (!board.token && !board.url) {
      errors.push({ line: board.line, message: "the board's token or address is missing" });
      return [];
    }
    return [{ ...board, system: board.system.toLowerCase() || (board.url ? "" : system) }];
  });
  return { boards, errors: errors.toSorted((a, b) => a.line - b.line) };
}

function readCsv(text: string, errors: LineError[]): ListedBoard[] {
  const reader = csvReader();
  const records = [...reader.feed(text), ...reader.end()];
  let columns: (keyof typeof EMPTY | undefined)[] = ["system", "token", "name", "domain"];
  return records.flatMap(({ line, fields, isBroken }, index) => {
    const cells = fields.map((field) => field.trim());
    const named = cells.map((cell) => COLUMNS[cell.toLowerCase()]);
    if (index === 0 && (named.includes("token") || named.includes("url"))) {
      columns = named;
      return [];
    }
    if (isBroken) {
      errors.push({ line, message: "a quotation mark is out of place" });
      return [];
    }
    const known = cells.flatMap((cell, at) => (columns[at] ? [[columns[at], cell]] : []));
    return [{ ...EMPTY, line, ...Object.fromEntries(known) }];
  });
}

/** The one form of YAML that these lists have: a sequence of flat mappings. */
function readYaml(text: string, errors: LineError[]): ListedBoard[] {
  const boards: ListedBoard[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#.*|---)?$/.test(row)) continue;
    const [, dash, key = "", value = ""] = /^(?:(-)\s|\s)\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(row) ?? [];
    const column = COLUMNS[key.toLowerCase()];
    if (dash) boards.push({ ...EMPTY, line: index + 1 });
    const board = boards.at(-1);
    if (!key || !board) errors.push({ line: index + 1, message: "expected `- company: …` or `  board: …`" });
    else if (column) board[column] = unquoted(value);
  }
  return boards;
}

function unquoted(value: string): string {
  const [, , quoted] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  return quoted ?? value.replace(/\s#.*$/, "");
}
