import { listKeys } from "../accounts/keys/manage-keys.ts";
import { requestsPerMinute } from "../config.ts";
import { Country, Form, Records, Sure, Time } from "../http/pages/private-page.tsx";
import { flushAccount, getAccountStatement } from "../ledger/account.ts";
import { readUsage } from "../ledger/history.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, DAYS, lastDays, type Visit } from "./console-page.tsx";
import { ToolTable, UsageChart } from "./usage-chart.tsx";

export async function overview({ c, session }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  const period = lastDays();
  // First: it writes the calls so far to D1, where usage is read.
  const statement = await getAccountStatement(c.env, id);
  const [days, tools] = await Promise.all([readUsage(DB, id, period, "day"), readUsage(DB, id, period, "tool")]);
  const { plan = "free", available = 0, held = 0, owed = 0 } = statement ?? {};
  return (
    <>
      <dl class="figures">
        <Figure label="Balance, tokens" value={available} />
        <Figure label="Held by running calls" value={held} />
        {owed > 0 && <Figure label="Owed after a refund" value={owed} />}
        <Figure label="Plan" value={plan} />
        <Figure label="Requests a minute" value={requestsPerMinute(c.var.config, plan)} />
      </dl>
      <p>
        <a href={CONSOLE.purchases}>Buy tokens</a>
      </p>
      <h2>Last {DAYS} days</h2>
      {tools.length === 0 ? (
        <Beginning mcp={`${c.var.baseUrl}${PATHS.mcp}`} />
      ) : (
        <>
          <UsageChart {...period} days={days} />
          <h2>By tool</h2>
          <ToolTable tools={tools} />
          <p class="hint">Calls that failed cost nothing and are not counted.</p>
        </>
      )}
    </>
  );
}

/** What to do in a workspace in which nothing happens. */
function Beginning({ mcp }: { mcp: string }) {
  return (
    <>
      <p>No paid calls yet. To begin, do one of these:</p>
      <ul>
        <li>
          Give Claude, Cursor, VS Code or another MCP host the address <code>{mcp}</code>. It sends you here to allow
          it.
        </li>
        <li>
          Make a <a href={CONSOLE.keys}>key</a> for an agent or a script of yours. The{" "}
          <a href={PATHS.docs}>reference</a> has every call.
        </li>
        <li>
          Let an agent register by itself: it reads <a href={PATHS.auth}>how</a>, and asks you for a code that we mail
          to you.
        </li>
      </ul>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number | string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export async function keys({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  await flushAccount(c.env, id);
  const [all, used] = await Promise.all([listKeys(DB, id), readUsage(DB, id, lastDays(), "key")]);
  const now = Date.now();
  const isActive = (key: (typeof all)[number]) => key.revokedAt === null && key.expiresAt > now;
  const active = all.filter(isActive);
  const ended = all.filter((key) => !isActive(key));
  const spent = new Map(used.map(({ key, tokens }) => [key, tokens]));
  return (
    <>
      <p>
        Each key lets an agent spend this workspace's tokens until it is revoked. A revoked key is refused at once.
        Agents that registered with a code mailed to you have keys named “claimed”.
      </p>
      {active.length === 0 && <p>No key is active.</p>}
      <Records
        columns={["Name", "Key", "Registered", "Last used", `Tokens, ${DAYS} days`, "Stop it"]}
        rows={active.map((key) => [
          <strong>{key.name}</strong>,
          <code>{key.masked}</code>,
          <>
            <Time at={key.createdAt} />, <Country code={key.country} />
          </>,
          key.lastUsedOn ? <time>{key.lastUsedOn}</time> : "never",
          spent.get(key.id) ?? 0,
          <Sure ask={`Revoke ${key.masked}`} to={CONSOLE.revokeKey} token={token}>
            <input type="hidden" name="id" value={key.id} />
            <button class="danger" type="submit">
              Revoke for good
            </button>
          </Sure>,
        ])}
      />
      <h2>New key</h2>
      <Form to={CONSOLE.keys} token={token}>
        <label for="name">What it is for</label>
        <input id="name" name="name" required maxlength={100} autocomplete="off" />
        <button type="submit">Create a key</button>
      </Form>
      <h2>If something is wrong</h2>
      <Sure ask="Revoke all keys" to={CONSOLE.revokeKeys} token={token}>
        <p>Every agent and every connection of this workspace stops. You stay signed in and can create new keys.</p>
        <button class="danger" type="submit">
          Revoke all keys
        </button>
      </Sure>
      <Sure ask="This wasn't me" to={CONSOLE.notMe} token={token}>
        <p>
          Somebody used your address? This revokes every key, ends every connection and signs out every browser, this
          one too.
        </p>
        <button class="danger" type="submit">
          Revoke everything and sign out
        </button>
      </Sure>
      <Sure ask="Sign out everywhere" to={CONSOLE.signOutEverywhere} token={token}>
        <p>Every browser is signed out, this one too. Agents go on.</p>
        <button type="submit">Sign out everywhere</button>
      </Sure>
      {ended.length > 0 && (
        <details>
          <summary>{ended.length} revoked or expired</summary>
          <ul>
            {ended.map((key) => (
              <li>
                {key.name}, <code>{key.masked}</code>, made <Time at={key.createdAt} /> from{" "}
                <Country code={key.country} />, {key.revokedAt === null ? "expired" : "revoked"}{" "}
                <Time at={key.revokedAt ?? key.expiresAt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

export function madeKey(name: string, key: string) {
  return (
    <>
      <p>
        This is the key “{name}”. <strong>It is shown this once:</strong> give it to your agent, or keep it where
        secrets are kept.
      </p>
      <pre>
        <code>{key}</code>
      </pre>
      <p>
        <a href={PATHS.docs}>How it is used</a>. <a href={CONSOLE.keys}>All keys</a>.
      </p>
    </>
  );
}
