import { changeKey, type ListedKey, listKeys, revokeKeyById } from "../accounts/keys/manage-keys.ts";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { endEverything } from "../accounts/keys/sessions.ts";
import { forgetSession } from "../accounts/sign-in/sign-in-routes.tsx";
import { type Category, MAX_KEY_OVERLAP_SECONDS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { parseInput } from "../gateway/read-arguments.ts";
import { clientOf } from "../http/app-env.ts";
import { numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Checks, Choice, Country, Field, Form, ShownOnce, Sure, Time } from "../http/pages/private-page.tsx";
import { flushAccount } from "../ledger/account.ts";
import { isoDay, newId } from "../lib/ids.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { createApiKey } from "../tools/admin/api-keys.ts";
import { endConsoleWork } from "./cancel-routes.tsx";
import { CONSOLE, type ConsolePage, numberOf, SIGN_OUT_EVERYWHERE, type Visit } from "./console-page.tsx";
import { DAYS, spentByPayer } from "./payers.tsx";
import { createKeyToShow, takeKeyToShow } from "./shown-key.ts";

const DAY_SECONDS = DAY_MS / 1000;
const LIFETIMES: [seconds: number, label: string][] = [
  [365 * DAY_SECONDS, "1 year"],
  [90 * DAY_SECONDS, "90 days"],
  [30 * DAY_SECONDS, "30 days"],
  [7 * DAY_SECONDS, "7 days"],
  [DAY_SECONDS, "1 day"],
];

const TOOLS_OF: Record<Category, string> = {
  socials: "socials: companies, people, jobs",
  email: "email: addresses",
  signals: "signals: what companies do",
  reddit: "reddit",
  admin: "admin: balance, batches, watches",
};

/** How long a replaced key works on: at most `MAX_KEY_OVERLAP_SECONDS`. */
const OVERLAPS: [seconds: number, label: string][] = [
  [DAY_SECONDS, "1 day"],
  [3_600, "1 hour"],
  [3 * DAY_SECONDS, "3 days"],
  [MAX_KEY_OVERLAP_SECONDS, "7 days"],
];

async function keysPage({ c, env, session, organisationId }: Visit) {
  await flushAccount(env, organisationId);
  const [all, spent, made] = await Promise.all([
    listKeys(env.DB, organisationId),
    spentByPayer(env, organisationId),
    takeKeyToShow(c, session),
  ]);
  const now = Date.now();
  const isActive = (key: ListedKey) => key.revokedAt === null && key.expiresAt > now;
  const ended = all.filter((key) => !isActive(key));
  return (
    <>
      {made && (
        <ShownOnce title="Your new key" secret={made.key}>
          This is the key “{made.name}”. <strong>It is shown only once:</strong> give it to your agent, or store it as a
          secret. <a href={PATHS.docs}>How to use it</a>
        </ShownOnce>
      )}
      <p>
        Each key lets an agent spend this workspace's tokens until it expires or is revoked. A revoked key is refused at
        once. Agents that registered with a code mailed to you have keys named “claimed”.
      </p>
      <Records
        none="No key is active."
        columns={["Key", "Created", "Last used", "Expires", ...numbers("Cap a day", `Tokens, ${DAYS} days`), "Actions"]}
        rows={all.filter(isActive).map((key) => [
          <>
            <strong>{key.name}</strong> <code>{key.masked}</code>
            {key.categories && <p class="hint">only {key.categories.join(", ")}</p>}
          </>,
          [<time>{isoDay(key.createdAt)}</time>, ", ", <Country code={key.country} />],
          key.lastUsedOn ? <time>{key.lastUsedOn}</time> : "never",
          key.expiresAt - now < 7 * DAY_MS ? <Time at={key.expiresAt} /> : <time>{isoDay(key.expiresAt)}</time>,
          key.capPerDay ?? "none",
          <Tokens of={spent.get(key.id) ?? 0} />,
          <KeyActions of={key} once={newId(now)} />,
        ])}
      />
      <NewKey once={newId(now)} />
      <IfSomethingIsWrong />
      {ended.length > 0 && <EndedKeys all={ended} />}
    </>
  );
}

function NewKey({ once }: { once: string }) {
  return (
    <>
      <h2>New key</h2>
      <Form to="" submit="Create a key" hidden={{ once }}>
        <div class="row">
          <Field id="name" label="What it is for" required maxlength={100} autocomplete="off" />
          <Cap id="cap" />
          <Choice id="expires_in" label="Expires after" options={LIFETIMES} />
        </div>
        <Checks of="categories" legend="Only these tools (none ticked: all)" options={Object.entries(TOOLS_OF)} />
      </Form>
    </>
  );
}

function Cap({ id, value }: { id: string; value?: number | null }) {
  const cap = { name: "cap_tokens_per_day", type: "number", min: 1, step: 1, value: value ?? undefined };
  return <Field id={id} label="Cap, tokens a day" {...cap} placeholder="no cap" />;
}

function EndedKeys({ all }: { all: ListedKey[] }) {
  return (
    <details>
      <summary>{all.length} revoked or expired</summary>
      <ul>
        {all.map((key) => (
          <li>
            {key.name}, <code>{key.masked}</code>, made <Time at={key.createdAt} /> from <Country code={key.country} />,{" "}
            {key.revokedAt === null ? "expired" : "revoked"} <Time at={key.revokedAt ?? key.expiresAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function KeyActions({ of: { id, name, masked, capPerDay }, once }: { of: ListedKey; once: string }) {
  return (
    <>
      <Sure ask="Edit" of={masked} to="change" submit="Save" hidden={{ id }}>
        <Field id={`name_${id}`} label="Name" name="name" required maxlength={100} value={name} autocomplete="off" />
        <Cap id={`cap_${id}`} value={capPerDay} />
      </Sure>
      <Sure ask="Replace" of={masked} to="replace" submit="Create its successor" hidden={{ id, name, once }}>
        <p class="hint">
          The new key has the same name, cap, tools and watches. Running batches of the old one stop when it ends.
        </p>
        <Choice id={`overlap_${id}`} name="overlap_seconds" label="The old key works for" options={OVERLAPS} />
      </Sure>
      <Sure ask="Revoke" of={masked} to="revoke" danger="Revoke the key" hidden={{ id }} />
    </>
  );
}

function IfSomethingIsWrong() {
  return (
    <>
      <h2>If something is wrong</h2>
      <Sure ask="Revoke all keys" to="revoke-all" danger="Revoke all keys">
        <p>Every agent and every connection of this workspace stops. You stay signed in and can create new keys.</p>
      </Sure>
      <Sure ask="This wasn't me" to="not-me" danger="Revoke everything and sign out">
        <p>
          For when a stranger has used your address. Revokes every key, ends every connection and signs out every
          browser, including this one. Batches and watches stop, webhook endpoints are disabled, wallets are unlinked,
          invitations end, and auto-reload is switched off. Members who joined or got more rights since your oldest
          sign-in of the last week are removed; check the <a href={CONSOLE.members}>others</a> afterwards.
        </p>
      </Sure>
      <Sure ask="Sign out everywhere" to={SIGN_OUT_EVERYWHERE} submit="Sign out everywhere">
        <p>Every browser is signed out, including this one. Agents keep working.</p>
      </Sure>
    </>
  );
}

export const keys: ConsolePage = {
  title: "Agents and keys",
  view: keysPage,
  forms: {
    async ""({ c, session }, form) {
      const asked = readKeyForm(form);
      await createKeyToShow(c, session, { ...asked, country: clientOf(c).country }, form.get("once") ?? "");
      return `The key “${asked.name}” is created.`;
    },
    async change({ env, organisationId }, form) {
      const { name, capPerDay } = readKeyForm(form);
      const isChanged = await changeKey(env, organisationId, form.get("id") ?? "", { name, capPerDay });
      return isChanged ? `The key “${name}” is saved.` : "There is no such active key.";
    },
    async replace({ c, session }, form) {
      const { name, lifetimeSeconds } = readKeyForm(form);
      const overlapSeconds = numberOf(form, "overlap_seconds") ?? 0;
      if (!(overlapSeconds >= MINUTE_MS / 1000 && overlapSeconds <= MAX_KEY_OVERLAP_SECONDS)) {
        throw invalidRequest("The old key may work for a minute to seven days longer.");
      }
      const replaces = { id: form.get("id") ?? "", overlapSeconds };
      const asked = { name, lifetimeSeconds, replaces, country: clientOf(c).country };
      await createKeyToShow(c, session, asked, form.get("once") ?? "");
      return `The key “${name}” is replaced. Give the new one to its agent before the old one ends.`;
    },
    async revoke({ env, organisationId }, form) {
      const isRevoked = await revokeKeyById(env, organisationId, form.get("id") ?? "");
      return isRevoked ? "The key is revoked." : "There is no such key.";
    },
    async "revoke-all"({ env, organisationId }) {
      await revokeKeys(env, organisationId);
      return "All keys are revoked, and all connections have ended.";
    },
    async "not-me"({ c, env, session, organisationId }) {
      await endEverything(env, session);
      await endConsoleWork(env, organisationId, 0);
      forgetSession(c);
      return c.redirect(CONSOLE.overview, 303);
    },
  },
};

type KeyInput = { name: string; cap_tokens_per_day?: number; categories?: Category[]; expires_in: number };

/** Name, cap, categories and lifetime of a key, with the bounds of `create_api_key`. Throws `invalid_request`. */
function readKeyForm(form: URLSearchParams) {
  const [cap, expiresIn] = [numberOf(form, "cap_tokens_per_day"), numberOf(form, "expires_in")];
  const asked = {
    name: form.get("name") ?? "",
    ...(cap !== undefined && { cap_tokens_per_day: cap }),
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
    ...(form.has("categories") && { categories: form.getAll("categories") }),
  };
  const { name, cap_tokens_per_day: capPerDay = null, ...read } = parseInput(createApiKey, asked) as KeyInput;
  return { name, capPerDay, categories: read.categories ?? null, lifetimeSeconds: read.expires_in };
}
