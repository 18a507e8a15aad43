/**
 * `npm run check:rules`: every rule of the readers is needed by a case. Each rule in turn is left out while its cases are read:
 * one whose cases all stay right without it fails the command.
 *
 * The cases of `x.ts` are in `x.cases.txt`: `[id]` of a rule, then an input of one or more lines and `=> ` with what the readers
 * make of it; blank lines are between cases, comments begin with `//`.
 */
import { readFileSync } from "node:fs";
import { RULE_TABLES, type RuleTable } from "./rule-tables.ts";

type Case = { id: string; input: string; expected: string };

/** The cases of a text. Throws on a text of another form. */
export function parseCases(text: string): Case[] {
  let id = "";
  let input: string[] = [];
  const cases: Case[] = [];
  for (const line of text.split("\n")) {
    const [, section] = /^\[([a-z0-9_]+)\]$/.exec(line) ?? [];
    const [, expected] = /^=> (.*)$/.exec(line) ?? [];
    if (expected !== undefined) {
      if (!id || input.length === 0) throw new Error(`a case without a rule or an input: ${line}`);
      cases.push({ id, input: input.join("\n"), expected });
      input = [];
    } else if (section) id = section;
    else if (line !== "" && !line.startsWith("//")) input.push(line);
  }
  if (input.length > 0) throw new Error(`a case without "=>": ${input[0]}`);
  return cases;
}

/** What is wrong with a table and its cases, one sentence each. */
export function findIdleRules({ file, rules: lists, read }: RuleTable, cases: Case[]): string[] {
  const faults: string[] = [];
  const isRight = ({ input, expected }: Case) => read(input) === expected;
  for (const one of cases) {
    if (!isRight(one))
      faults.push(`${file} [${one.id}]: ${one.input}\n  => ${read(one.input)}\n  expected: ${one.expected}`);
  }
  const ids = lists.flat().map(({ id }) => id);
  for (const id of ids.filter((id, index) => ids.indexOf(id) < index)) faults.push(`${file} [${id}]: two rules`);
  for (const { id } of cases) if (!ids.includes(id)) faults.push(`${file} [${id}]: cases of no rule`);
  for (const list of lists as { id: string }[][]) {
    for (const [index, rule] of list.entries()) {
      list.splice(index, 1);
      const isIdle = cases.filter(({ id }) => id === rule.id).every(isRight);
      list.splice(index, 0, rule);
      if (isIdle) faults.push(`${file} [${rule.id}]: no case needs this rule`);
    }
  }
  return faults;
}

/** What is wrong with all tables. */
export function checkRules(tables = RULE_TABLES): string[] {
  return tables.flatMap((table) =>
    findIdleRules(table, parseCases(readFileSync(`src/readers/${table.file}.cases.txt`, "utf8"))),
  );
}

if (import.meta.main) {
  const faults = checkRules();
  for (const fault of faults) console.error(fault);
  console.log(`${RULE_TABLES.flatMap(({ rules }) => rules.flat()).length} rules, ${faults.length} faults`);
  if (faults.length > 0) process.exit(1);
}
