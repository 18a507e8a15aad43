import type { Config } from "../config.ts";
import { PRIVACY_ANSWER_LIFETIME_SECONDS } from "../constants.ts";
import { asUnavailable } from "../errors.ts";
import { eraseStoredAnswers } from "../ledger/account.ts";
import { searchSubjects } from "../ledger/read-call-log.ts";
import { isoTime } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { privacyLinkBudget, unprovedObjectionBudget } from "../platform/limits/budgets.ts";
import { spendBudget } from "../platform/limits/limits.ts";
import { addressPatternsOf } from "../readers/emails/local-parts.ts";
import { type PersonName, parseName } from "../readers/names/person-name.ts";
import { registrableDomain } from "../readers/words/company-domain.ts";
import { findDisclosures, forgetDisclosures } from "./disclosures.ts";
import type { PrivacyRequest } from "./form.ts";
import { joinedOf } from "./names-in-text.ts";
import { type DataSubject, type DirectoryRow, deletionOf, findPersonalData, forgetAtSites } from "./personal-data.ts";
import {
  forgetRequest,
  noteConfirmed,
  noteDone,
  noteFound,
  readPrivacyRecords,
  readPrivacyRequest,
  recordedAddress,
} from "./records.ts";
import { eraseWalletAnswers, searchBatches } from "./stored-answers.ts";
import { isSuppressed, type Subject, suppress } from "./suppressions.ts";

const SHOWN_RECORDS = 100;

/** The result of a request: for access, all stored data; otherwise null. */
type PersonalData = Awaited<ReturnType<typeof storedAbout>>;
export type Fulfilled = { request: PrivacyRequest; data: PersonalData | null };

/** Carries out the request of a link. Null for a link that does not work. Throws `temporarily_unavailable`; the link then works again. */
export async function fulfilPrivacyRequest(env: Env, config: Config, token: string): Promise<Fulfilled | null> {
  const read = await readPrivacyRequest(env, config, token);
  if (!read) return null;
  const { id, ...request } = read;
  const isAccess = request.type === "access";
  const answerKey = `privacy-answer:${id}`;
  if (isAccess) {
    // A repeat of the link soon after reads nothing again.
    const kept = await env.CLAIMS.get<PersonalData>(answerKey, "json");
    if (kept) return { request, data: kept };
    await spendBudget(env, privacyLinkBudget(id));
  } else if (request.domain && !isProved(request)) {
    await spendBudget(env, unprovedObjectionBudget(registrableDomain(request.domain)));
  }
  // KV may still return a request that was carried out; the record decides.
  if (!(await noteConfirmed(env.DB, id))) return null;
  try {
    if (isAccess) {
      const data = await storedAbout(env, config, request);
      const outcome = { directoryRows: data.directory.length, lookups: data.lookups.length };
      await env.DB.batch([noteFound(env.DB, id, outcome), noteDone(env.DB, id)]);
      await env.CLAIMS.put(answerKey, JSON.stringify(data), { expirationTtl: PRIVACY_ANSWER_LIFETIME_SECONDS });
      return { request, data };
    }
    await forgetPerson(env, config, id, request);
    await forgetRequest(env, id);
  } catch (thrown) {
    // The object of a site may be away.
    throw asUnavailable(thrown, "Your request is not finished. Use the link again in a few seconds.");
  }
  log("info", "privacy_request_done", { type: request.type });
  return { request, data: null };
}

/** Idempotent. Anybody can name anybody: without proof of the name only data with the address goes, and the name on the list. */
async function forgetPerson(env: Env, config: Config, id: string, request: PrivacyRequest): Promise<void> {
  const identity = identityOf(request);
  // The list comes first, so that deleted data cannot come back in between.
  await suppress({ env, config }, subjectsOf(identity));
  const { deleteData, statements, sites, outcome, rows } = await deletionOf(env, provedPart(identity));
  await suppress(
    { env, config },
    rows.flatMap((row) => subjectsOfRow(row, identity)),
  );
  const terms = termsOf(provedPart(identity), rows);
  await eraseStoredAnswers(env, terms, Date.now());
  await eraseWalletAnswers(env.DB, terms);
  // An objection only withholds the person: a line can name others for whom the customer has paid.
  if (request.type === "erasure") await searchBatches(env, terms, true, Date.now());
  await searchSubjects(env, config, terms, true);
  // Counted first: the request that ends this may find nothing more to delete.
  await noteFound(env.DB, id, outcome).run();
  await forgetAtSites(env, sites);
  const { name, domain } = provedPart(identity);
  if (name && domain) await forgetDisclosures(env, config, name, domain);
  await deleteData();
  await env.DB.batch([noteDone(env.DB, id), ...statements]);
}

/** The terms that identify the person in a stored answer: the address, or the name, in words or joined, and the company's domain. */
function termsOf({ email, name, domain }: DataSubject, rows: DirectoryRow[]): string[][] {
  const named = [{ name, domain }, ...rows.map((row) => ({ name: parseName(row.name), domain: row.domain }))];
  return [
    [email],
    ...named.flatMap(({ name, domain }) => {
      if (!name || !domain) return [];
      const names = [[...name.given.slice(0, 1), ...name.family], ...joinedOf(name).map((word) => [word])];
      return names.map((words) => [...words, registrableDomain(domain)]);
    }),
  ];
}

/** The identifiers in a deleted directory row: the profile, and the address with its name. */
function subjectsOfRow({ name, domain, profileUrl }: DirectoryRow, { email }: DataSubject): Subject[] {
  const parsed = parseName(name);
  return [
    ...(profileUrl ? [{ kind: "profile" as const, url: profileUrl }] : []),
    ...(parsed ? [personOf({ email, name: parsed, domain })] : []),
  ];
}

/** Whether the address of a request proves the name in it, if there is one. */
export function isProved(request: PrivacyRequest): boolean {
  return provedPart(identityOf(request)).domain === request.domain;
}

/** Access to one mailbox proves nothing about other people of the same name. */
function provedPart(identity: DataSubject): DataSubject {
  return identity.domain === null || fits(identity) ? identity : { ...identity, name: null, domain: null };
}

async function storedAbout(env: Env, config: Config, request: PrivacyRequest) {
  const identity = identityOf(request);
  const proved = provedPart(identity);
  const terms = termsOf(proved, []);
  const isNamesake = proved.domain !== identity.domain;
  const address = await recordedAddress(config, identity.email);
  const { records } = await readPrivacyRecords(env.DB, { address, limit: SHOWN_RECORDS });
  return {
    ...(await findPersonalData(env, proved)),
    lines_in_batches: await searchBatches(env, terms, false, Date.now()),
    calls_in_logs: await searchSubjects(env, config, terms, false),
    disclosures: proved.name && proved.domain ? await findDisclosures(env, config, proved.name, proved.domain) : [],
    suppressed: await isSuppressed({ env, config }, subjectsOf(identity)),
    privacy_requests: records.map(({ type, receivedAt, confirmedAt, doneAt }) => ({
      type,
      received_at: isoTime(receivedAt),
      confirmed_at: confirmedAt && isoTime(confirmedAt),
      done_at: doneAt && isoTime(doneAt),
    })),
    ...(isNamesake && { not_shown: "Data under the name alone: this address does not prove that it is about you." }),
  };
}

function identityOf({ email, name, domain }: PrivacyRequest): DataSubject {
  return { email, name: name === null ? null : parseName(name), domain };
}

function subjectsOf({ email, name, domain }: DataSubject): Subject[] {
  return [{ kind: "email", email }, ...(name && domain ? [personOf({ email, name, domain })] : [])];
}

function personOf(identity: { email: string; name: PersonName; domain: string }): Subject {
  const { name, domain } = identity;
  return { kind: "person", name, domain, isProved: fits(identity) };
}

/** True when this person could have this address at the company. */
function fits({ email, name, domain }: DataSubject): boolean {
  const at = email.lastIndexOf("@");
  const isThere = domain !== null && registrableDomain(email.slice(at + 1)) === registrableDomain(domain);
  return isThere && name !== null && addressPatternsOf(name, email.slice(0, at).toLowerCase()).length > 0;
}
