import type { Config } from "../config.ts";
import { sql } from "../platform/database.ts";
import { lastingHash } from "../platform/secrets.ts";
import { registrableDomain } from "./company-domain.ts";
import { foldedName, type PersonName, spellings } from "./person-name.ts";

/** What may never be shown again: an address, a person at a company, a profile. */
export type Subject =
  | { kind: "email"; email: string }
  | { kind: "person"; name: PersonName; domain: string }
  | { kind: "profile"; url: string };

type Context = { env: Pick<Env, "DB">; config: Config };

/** Puts subjects on the list of whom no source may show. Only hashes are kept; a repeat changes nothing. */
export async function suppress(context: Context, subjects: Subject[]): Promise<void> {
  await sql(
    context.env.DB,
    `INSERT INTO suppressions (kind, hash, created_at)
     SELECT value->>'$.kind', value->>'$.hash', @now FROM json_each(@keys) WHERE true ON CONFLICT DO NOTHING`,
    { keys: JSON.stringify(await keysOf(context.config, subjects)), now: Date.now() },
  ).run();
}

/** True when one of the subjects is on the list. Throws when D1 does: nobody is shown because a look-up failed. */
export async function isSuppressed(context: Context, subjects: Subject[]): Promise<boolean> {
  const row = await sql(
    context.env.DB,
    `SELECT 1 FROM suppressions
     WHERE (kind, hash) IN (SELECT value->>'$.kind', value->>'$.hash' FROM json_each(@keys)) LIMIT 1`,
    { keys: JSON.stringify(await keysOf(context.config, subjects)) },
  ).first();
  return row !== null;
}

async function keysOf(config: Config, subjects: Subject[]): Promise<{ kind: Subject["kind"]; hash: string }[]> {
  const texts = subjects.flatMap((subject) => textsOf(subject).map((text) => ({ kind: subject.kind, text })));
  return Promise.all(
    texts.map(async ({ kind, text }) => ({ kind, hash: await lastingHash(config, "suppression", `${kind}:${text}`) })),
  );
}

/** A person also without middle names, so that an objection holds for every way to ask for them. */
function textsOf(subject: Subject): string[] {
  if (subject.kind === "email") return [subject.email.trim().toLowerCase()];
  if (subject.kind === "profile") return [subject.url];
  const { name } = subject;
  const short = [spellings(name.given.slice(0, 1))[0], spellings(name.family)[0]].join(" ");
  return [foldedName(name), short].map((text) => `${text}@${registrableDomain(subject.domain)}`);
}
