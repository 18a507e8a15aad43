import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTypes } from "../../scripts/client-types.ts";
import { readConfig } from "../../src/config.ts";
import { unsharedOpenapi } from "../../src/documents/openapi.ts";
import { SKILL_NAMES, skillText } from "../../src/documents/tasks.ts";
import { nameNetwork } from "../../src/readers/words/network-links.ts";
import { TOOLS } from "../../src/tools/index.ts";

it.each(SKILL_NAMES)("skills/%s is of this version's tasks, with the host as a setting", (name) => {
  const config = readConfig({ SIGNING_SECRET: "s", HASH_SECRET: "h" });
  const text = nameNetwork(skillText(name, { baseUrl: "$TALLYGATE_URL", config }), config);
  expect(readFileSync(`skills/${name}/SKILL.md`, "utf8")).toBe(text);
  expect(text).not.toMatch(/tg_[A-Za-z0-9]{20}|localhost/);
});

it("the typed client is of this version's OpenAPI document: `npm run client` renews it", () => {
  const config = readConfig({ SIGNING_SECRET: "s", HASH_SECRET: "h" });
  const types = clientTypes(unsharedOpenapi({ baseUrl: "https://tallygate.example", config, answers: {} }, TOOLS));
  expect(types).toBe(readFileSync("examples/client/tools.ts", "utf8"));
});
