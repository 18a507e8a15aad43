import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTypes } from "../../scripts/client-types.ts";
import { readConfig } from "../../src/config.ts";
import { unsharedOpenapi } from "../../src/documents/openapi.ts";
import { TOOLS } from "../../src/tools/index.ts";

it("the typed client is of this version's OpenAPI document: `npm run client` renews it", () => {
  const config = readConfig({ SIGNING_SECRET: "s", HASH_SECRET: "h" });
  const types = clientTypes(unsharedOpenapi({ baseUrl: "https://tallygate.example", config, answers: {} }, TOOLS));
  expect(types).toBe(readFileSync("examples/client/tools.ts", "utf8"));
});
