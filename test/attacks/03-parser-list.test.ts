/** Attack: a text for a parser that nobody has thought to try hostile texts on. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { expect, it } from "vitest";
import { FOREIGN_PARSERS } from "../support/foreign-parsers.ts";

/** Files, or functions of them, that take texts and that no parser of the list calls, with what bounds the texts. */
const NOT_CALLED: Record<string, string> = {
  "src/readers/company/site-profile.ts": "joins what the document and readResources have read",
  "src/readers/legal/find-legal-names.ts isStatedOwner": "looks at a bounded stretch around a name",
  "src/readers/people/card-titles.ts isAdvisersTitle": "a line of MAX_LINE",
  "src/readers/people/imprint-names.ts": "a line of MAX_LINE",
  "src/sources/people/site-people.ts linkedPages": "labels that the document has cut",
  "src/readers/technologies/catalogue.ts": "a caller's argument",
  "src/sources/emails/email-verdict.ts": "a caller's argument",
  "src/readers/words/company-domain.ts normaliseDomain": "a caller's argument",
  "src/readers/legal/legal-numbers.ts legalNumber": "digits that a pattern has matched",
  "src/readers/legal/lei-record.ts isAgentsLine": "a field of MAX_TEXT",
  "src/readers/page/html-text.ts": "one replacement a character",
  "src/readers/words/network-links.ts": "our own documents",
  "src/readers/names/match-names.ts beginsWithName": "a title of MAX_TEXT_LENGTH",
  "src/readers/news/feed.ts withoutGaps": "a title of MAX_HEADLINE_LENGTH",
};

/** Texts that lead into most branches. */
const SAMPLES = [
  "",
  "Acme raises $5m",
  'a,b\n"c",d\n',
  '[{"title":"x"}]',
  "<item><title>x</title></item>",
  `<html><body><a href="https://network.example/company/x">x</a><script>a</script><h1>Our team</h1><ul>
    <li><img alt="Ada Brandt"><h3>Ada Brandt</h3><p>Partner, Other Ventures</p><a href="mailto:ada@hostile.example">Mail</a></li>
    <li><h3>Ben Okafor</h3><p>CEO</p></li></ul><p>Hostile GmbH, VAT DE136695976</p></body></html>`,
];

const EXPORTED = /export (?:async )?function\*? (\w+)\(([^)]*)\)/g;
const TAKES_TEXT = /\b(?:text|html|xml|json|csv|page|line|label|title|headline)\??: (?:string|SitePage)\b/;

it("every exported function of src/readers and src/sources that takes a text is tried, or is said to read a bounded one", async () => {
  const called = await calledBy(async () => {
    for (const parse of Object.values(FOREIGN_PARSERS)) for (const text of SAMPLES) await parse(text);
  });
  expect(called.size).toBeGreaterThan(300);
  const missing: string[] = [];
  const used = new Set<string>();
  for await (const file of glob("src/{readers,sources}/**/*.ts")) {
    for (const [, name = "", parameters = ""] of readFileSync(file, "utf8").matchAll(EXPORTED)) {
      if (!TAKES_TEXT.test(parameters) || called.has(`${file} ${name}`)) continue;
      const entry = [`${file} ${name}`, file].find((key) => Object.hasOwn(NOT_CALLED, key));
      if (entry) used.add(entry);
      else missing.push(`${file} ${name}`);
    }
  }
  expect(missing, "Call it from FOREIGN_PARSERS, or say in NOT_CALLED what bounds its text").toEqual([]);
  const idle = Object.keys(NOT_CALLED).filter((entry) => !used.has(entry));
  expect(idle, "no longer needed").toEqual([]);
});

/** The functions of src/ that `run` calls, as `file name`. */
async function calledBy(run: () => Promise<void>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true });
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const called = result.flatMap(({ url, functions }) => {
    const [, file] = /\/(src\/[^?]+)/.exec(url) ?? [];
    const run = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return file ? run.map(({ functionName }) => `${file} ${functionName}`) : [];
  });
  return new Set(called);
}
