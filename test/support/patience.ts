import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Time limits that a busy machine can exceed. The fallback of the account object has no rate headers and refuses capped keys;
 * a detector out of time gives a partial answer, and a request ends after its detector.
 */
const LONGER: [file: string, limit: string, ms: string, longerMs: string][] = [
  ["src/constants.ts", "ACCOUNT_TIME_LIMIT_MS", "1_000", "30_000"],
  ["src/constants.ts", "DETECTOR_TIME_LIMIT_MS", "8_000", "20_000"],
  ["src/platform/outbound/outbound.ts", "REQUEST_LIMIT_MS", "10_000", "40_000"],
  ["src/platform/outbound/request-page.ts", "REQUEST_LIMIT_MS", "10_000", "40_000"],
  ["src/platform/sites/sites.ts", "VISIT_LIMIT_MS", "22_000", "60_000"],
  ["src/platform/sites/site-object.ts", "FLIGHT_LIMIT_MS", "30_000", "60_000"],
  // Shorter: tests wait until the Worker has written everything, after each call.
  ["src/ledger/call-log.ts", "WRITE_AFTER_MS", "1_000", "50"],
];

/** The text of a file of the Worker with longer time limits; undefined when it has none of them. */
export function lengthenLimits(text: string, path: string): string | undefined {
  const limits = LONGER.filter(([file]) => path === resolve(file));
  if (limits.length === 0) return undefined;
  return limits.reduce((code, [, limit, ms, longerMs]) => {
    const declared = `const ${limit} = ${ms};`;
    if (!code.includes(declared)) throw new Error(`${path} has no ${declared}`);
    return code.replace(declared, `const ${limit} = ${longerMs};`);
  }, text);
}

/** For builds of the Worker that tests start. */
export const patient: Plugin = {
  name: "patient",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\](constants|outbound|request-page|sites|site-object)\.ts$/ }, ({ path }) => {
      const contents = lengthenLimits(readFileSync(path, "utf8"), path);
      return contents === undefined ? undefined : { contents, loader: "ts" };
    });
  },
};
