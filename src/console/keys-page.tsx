import { type ListedKey, listKeys } from "../accounts/keys/manage-keys.ts";
import { Tokens } from "../http/pages/figures.tsx";
import { Country, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { flushAccount } from "../ledger/account.ts";
import { readUsage } from "../ledger/usage.ts";
import { isoDay, newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { DAYS, lastDays } from "./period.ts";
import { takeKeyToShow } from "./shown-key.ts";

const LIFETIMES: [days: number, label: string][] = [
  [365, "1 year"],
  [90, "90 days"],
  [30, "30 days"],
  [7, "7 days"],
  [1, "1 day"],
];

export async function keysPage({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  await flushAccount(c.env, id);
  const [all, used, made] = await Promise.all([
    listKeys(DB, id),
    readUsage(DB, id, lastDays(), "key"),
    takeKeyToShow(c, session),
  ]);
  const now = Date.now();
  const isActive = (key: ListedKey) => key.revokedAt === null && key.expiresAt > now;
  const active = all.filter(isActive);
  const ended = all.filter((key) => !isActive(key));
  const spent = new Map(used.map(({ key, tokens }) => [key, tokens]));
  return (
    <>
      {made && <MadeKey {...made} />}
      <p>
        Each key lets an agent spend this workspace's tokens until it expires or is revoked. A revoked key is refused at
        once. Agents that registered with a code mailed to you have keys named “claimed”.
      </p>
      {active.length === 0 && <p>No key is active.</p>}
      <Records
        columns={[
          "Name",
          "Key",
          "Registered",
          "Last used",
          "Expires",
          numbers("Cap a day"),
          numbers(`Tokens, ${DAYS} days`),
          "Actions",
        ]}
        rows={active.map((key) => [
          <strong>{key.name}</strong>,
          <code>{key.masked}</code>,
          <>
            <Time at={key.createdAt} />, <Country code={key.country} />
          </>,
          key.lastUsedOn ? <time>{key.lastUsedOn}</time> : "never",
          <time>{isoDay(key.expiresAt)}</time>,
          key.capPerDay ?? "none",
          <Tokens of={spent.get(key.id) ?? 0} />,
          <KeyActions of={key} token={token} />,
        ])}
      />
      <NewKey once={newId(now)} token={token} />
      <IfSomethingIsWrong token={token} />
      {ended.length > 0 && <EndedKeys all={ended} />}
    </>
  );
}

function NewKey({ once, token }: { once: string; token: string }) {
  return (
    <>
      <h2>New key</h2>
      <Form to={CONSOLE.keys} token={token}>
        <input type="hidden" name="once" value={once} />
        <div class="row">
          <div>
            <label for="name">What it is for</label>
            <input id="name" name="name" required maxlength={100} autocomplete="off" />
          </div>
          <div>
            <label for="cap">Cap, tokens a day</label>
            <input id="cap" name="cap_tokens_per_day" type="number" min={1} step={1} placeholder="no cap" />
          </div>
          <div>
            <label for="expires_in">Expires after</label>
            <select id="expires_in" name="expires_in">
              {LIFETIMES.map(([days, label]) => (
                <option value={(days * DAY_MS) / 1000}>{label}</option>
              ))}
            </select>
          </div>
        </div>
        <button type="submit">Create a key</button>
      </Form>
    </>
  );
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

function MadeKey({ name, key }: { name: string; key: string }) {
  return (
    <section class="panel" aria-labelledby="made">
      <h2 id="made">Your new key</h2>
      <p>
        This is the key “{name}”. <strong>It is shown this once:</strong> give it to your agent, or keep it where
        secrets are kept.
      </p>
      <pre>
        <code>{key}</code>
      </pre>
      <p>
        <a href={PATHS.docs}>How it is used</a>
      </p>
    </section>
  );
}

function KeyActions({ of: key, token }: { of: ListedKey; token: string }) {
  const field = (name: string) => `${name}_${key.id}`;
  return (
    <>
      <Sure ask="Edit" of={key.masked} to={CONSOLE.changeKey} token={token}>
        <input type="hidden" name="id" value={key.id} />
        <label for={field("name")}>Name</label>
        <input id={field("name")} name="name" required maxlength={100} value={key.name} autocomplete="off" />
        <label for={field("cap")}>Cap, tokens a day</label>
        <input
          id={field("cap")}
          name="cap_tokens_per_day"
          type="number"
          min={1}
          step={1}
          placeholder="no cap"
          value={key.capPerDay ?? undefined}
        />
        <button type="submit">Save</button>
      </Sure>
      <Sure ask="Revoke" of={key.masked} to={CONSOLE.revokeKey} token={token}>
        <input type="hidden" name="id" value={key.id} />
        <button class="danger" type="submit">
          Revoke for good
        </button>
      </Sure>
    </>
  );
}

function IfSomethingIsWrong({ token }: { token: string }) {
  return (
    <>
      <h2>If something is wrong</h2>
      <Sure ask="Revoke all keys" to={CONSOLE.revokeKeys} token={token}>
        <p>Every agent and every connection of this workspace stops. You stay signed in and can create new keys.</p>
        <button class="danger" type="submit">
          Revoke all keys
        </button>
      </Sure>
      <Sure ask="This wasn't me" to={CONSOLE.notMe} token={token}>
        <p>
          Somebody used your address? This revokes every key, ends every connection and signs out every browser,
          including this one. Batches and watches stop, webhook endpoints are disabled, wallets are unlinked, and
          auto-reload is switched off.
        </p>
        <button class="danger" type="submit">
          Revoke everything and sign out
        </button>
      </Sure>
      <Sure ask="Sign out everywhere" to={CONSOLE.signOutEverywhere} token={token}>
        <p>Every browser is signed out, including this one. Agents keep working.</p>
        <button type="submit">Sign out everywhere</button>
      </Sure>
    </>
  );
}
