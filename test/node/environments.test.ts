import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { scripts } from "../../package.json";

type Config = ReturnType<typeof unstable_readConfig>;
const configOf = (env?: string): Config => unstable_readConfig({ config: "wrangler.toml", ...(env && { env }) });

/** What names a resource, which no two environments share. */
const RESOURCES = ["database_name", "dataset", "namespace_id", "queue"];

/** A configuration without the names of its resources, and those. */
function split({ name, targetEnvironment, ...settings }: Config): { shared: unknown; own: unknown[] } {
  const own: unknown[] = [name, targetEnvironment];
  const shared = JSON.stringify(settings, (key, value) => {
    if (!RESOURCES.includes(key)) return value;
    own.push(value);
    return undefined;
  });
  return { shared: JSON.parse(shared), own };
}

describe("[env.staging]", () => {
  it("has every binding and setting of production, each with its own resource", () => {
    const [production, staging] = [split(configOf()), split(configOf("staging"))];
    expect(staging.shared).toEqual(production.shared);
    expect(staging.own).toHaveLength(17);
    expect(staging.own.filter((name) => production.own.includes(name))).toEqual([]);
  });

  it("is what `npm run deploy -- --env staging --dry-run` would ship", () => {
    const env = { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, WRANGLER_LOG: "log" };
    const dryRun = ["scripts/deploy.ts", "--env=staging", "--dry-run"];
    const output = execFileSync(process.execPath, dryRun, { env, encoding: "utf8" });
    for (const name of [
      "RATE_LIMITER",
      "BATCHES",
      "ITEMS",
      "HOOKS",
      "LOOKS",
      "BOARDS",
      "INDEX",
      "CLAIMS",
      "EMAIL",
      "DB",
      "DATA",
      "ANALYTICS",
      "FLOOD_SHIELD",
      "FALLBACK_LIMIT",
    ]) {
      expect(output).toContain(`env.${name} `);
    }
    expect(output).toContain("(tallygate-staging)");
    expect(output).not.toContain("OUTBOUND");
  });
});

describe("what the deploy button ships", () => {
  it("is production: no address of anybody's data, no test payments, no demo internet, no secret that is known", () => {
    const { vars, services, d1_databases, kv_namespaces, secrets } = configOf();
    expect([vars, services]).toEqual([{}, []]);
    expect(d1_databases).toEqual([
      { binding: "DB", database_name: "tallygate", migrations_dir: "migrations" },
      { binding: "DATA", database_name: "tallygate-data", migrations_dir: "migrations/data" },
    ]);
    expect(kv_namespaces).toEqual([{ binding: "CLAIMS" }]);
    expect(secrets).toEqual({ required: ["SIGNING_SECRET", "HASH_SECRET"] });
  });

  it("asks for nothing: each line of .dev.vars.example would become a secret with the value that is there", () => {
    const lines = readFileSync(".dev.vars.example", "utf8").split("\n");
    expect(lines.filter((line) => line.trim() && !line.startsWith("#"))).toEqual([]);
  });

  it("runs the script that makes the secrets and applies the migrations", () => {
    expect(scripts.deploy).toBe("node scripts/deploy.ts");
    expect(scripts).not.toHaveProperty("build");
  });
});
