import { beforeAll, expect, it } from "vitest";
import { TOOLS } from "../../src/tools/index.ts";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import { advanceClock, anonymousKey, BASE, callTool, freezeClock, giveTokens, makePaid } from "../support/harness.ts";

/** Longer answers would cost the bundle more than they tell. */
const MAX_LENGTH = 2_300;
const NOW = "2026-11-21T12:00:00.000Z";

/** What differs from call to call, from day to day and from one deployment to the other. */
const VOLATILE: [RegExp, string][] = [
  [new RegExp(BASE, "g"), "https://tallygate.example"],
  [/tg_[A-Za-z0-9]{30,}/g, "<API_KEY>"],
  [/tg_\w{4}…\w{4}/g, "tg_2J3c…x9Qa"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, NOW],
  [/\b20\d\d-\d\d-\d\d\b(?!T)/g, NOW.slice(0, 10)],
  [/(?<![0-9a-z])[0-9a-f]{24,40}\b/g, "01a1fdd94667c2670154e1b0"],
];

let key = "";
beforeAll(async () => {
  freezeClock(Date.parse(NOW));
  await loadDemoDirectory();
  key = await anonymousKey();
  advanceClock(1_000);
  await giveTokens(key, 1_000);
  await makePaid(key);
});

it("the answers that the documents show are those of the examples: `npx vitest run test/documents/answers.test.ts -u` renews them", async () => {
  const answers: Record<string, unknown> = {};
  for (const { name, example } of TOOLS) {
    const { status, text } = await callTool(key, name, example);
    const shown = VOLATILE.reduce((shorter, [pattern, value]) => shorter.replace(pattern, value), text);
    if (status === 200 && shown.length <= MAX_LENGTH) answers[name] = JSON.parse(shown);
  }
  expect(Object.keys(answers).length).toBeGreaterThan(20);
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot("../../src/documents/answers.json");
}, 120_000);
