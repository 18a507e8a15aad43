import { spawnSync } from "node:child_process";
import { experimental_readRawConfig } from "wrangler";
import type { Execute } from "./backup-rows.ts";

export const REQUIRED_SECRETS = ["SIGNING_SECRET", "HASH_SECRET"];

/** Takes `--name value` or `--name=value` out of `args`. */
export function takeOption(args: string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const [flag = "", value] = args.splice(at, args[at]?.includes("=") ? 1 : 2);
  return flag.includes("=") ? flag.slice(flag.indexOf("=") + 1) : value;
}

const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });

/** The databases of an environment, by binding and name. DB comes last: its migrations may rely on those of the others. */
export function databasesOf(environment: string): { binding: string; name: string }[] {
  const section: { d1_databases?: { binding: string; database_name?: string }[] } | undefined = environment
    ? rawConfig.env?.[environment]
    : rawConfig;
  const all = (section?.d1_databases ?? []).map(({ binding, database_name: name }) => ({
    binding,
    name: String(name),
  }));
  return all.toSorted((one, other) => Number(one.binding === "DB") - Number(other.binding === "DB"));
}

/** The variables that wrangler.toml gives an environment. */
export function readVariables(environment: string): Record<string, unknown> {
  return (environment ? rawConfig.env?.[environment] : rawConfig)?.vars ?? {};
}

/** The environment of wrangler.toml in `--env`; "" is the top level, production. Exits for one that must not be deployed. */
export function takeEnvironment(args: string[]): string {
  const environment = takeOption(args, "env") ?? "";
  const deployable = Object.keys(rawConfig.env ?? {}).filter((name) => name !== "local");
  if (environment === "" || deployable.includes(environment)) return environment;
  const why = environment === "local" ? "its secrets are public" : "wrangler.toml does not have it";
  console.error(
    `--env ${environment} cannot be deployed: ${why}. There is production, without --env, and ${deployable}.`,
  );
  process.exit(1);
}

/** Runs wrangler on one environment, without prompts: it takes the default answers. */
export function wrangler(
  environment: string,
  args: string[],
  variables: Record<string, string> = {},
): { ok: boolean; stdout: string; output: string } {
  const run = spawnSync("wrangler", [...args, `--env=${environment}`], {
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", ...variables },
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["inherit", "pipe", "pipe"],
  });
  return { ok: run.status === 0, stdout: run.stdout, output: `${run.stdout}${run.stderr}` };
}

/** Runs statements on a database of a deployment, those of one call in one transaction. Throws what wrangler says. */
export function executor(environment: string, database: string): Execute {
  return async (statements) => {
    const command = ["d1", "execute", database, "--remote", "--yes", "--json", "--command", statements.join(";\n")];
    const { ok, stdout, output } = wrangler(environment, command);
    if (!ok) throw new Error(output);
    return (JSON.parse(stdout) as { results: Record<string, unknown>[] }[]).map(({ results }) => results);
  };
}

/**
 * Names of a Worker's secrets; empty if the Worker does not exist yet. `null`, with wrangler's message, if they cannot be
 * read.
 */
export function readSecretNames(environment: string): { names: Set<string> | null; output: string } {
  const { ok, stdout, output } = wrangler(environment, ["secret", "list"]);
  if (ok) return { names: new Set((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)), output };
  return { names: /Worker "[^"]*".* not found/.test(output) ? new Set() : null, output };
}
