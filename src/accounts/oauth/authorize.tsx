import { Hono } from "hono";
import { AppError, invalidRequest } from "../../errors.ts";
import { type AppContext, type AppEnv, callContextOf } from "../../http/app-env.ts";
import { readPageForm } from "../../http/body.ts";
import { formToken, readGuardedForm } from "../../http/pages/browser-session.ts";
import { Figures } from "../../http/pages/figures.tsx";
import { Field, Form, privatePage } from "../../http/pages/private-page.tsx";
import { getAccountStatement } from "../../ledger/account.ts";
import { words } from "../../lib/words.ts";
import { PATHS } from "../../paths.ts";
import { allowClient } from "../keys/connections.ts";
import type { Audience } from "../keys/key-format.ts";
import { requireRole } from "../keys/sessions.ts";
import { currentSession, signInPage } from "../sign-in/sign-in-routes.tsx";
import { findClient, invalidTarget, mayRedirectTo, placeOf, readAudience } from "./clients.ts";

/**
 * The authorization endpoint (OAuth 2.1, section 4.1; RFC 7636, 8707, 9207). Anyone can register a client, so nobody is redirected
 * to one without a click, not even with an error (RFC 9700, section 4.11.2).
 */
export const authorize = new Hono<AppEnv>()
  .get(PATHS.authorize, async (c) => {
    const { searchParams } = new URL(c.req.url);
    const current = await currentSession(c);
    if (!current) return c.html(signInPage(c, `${PATHS.authorize}?${searchParams}`));
    const asked = await readRequest(c, searchParams);
    if (asked.status === "refused") return c.html(refusalPage(c, asked), 400);
    requireRole(current.session, "developer");
    const { available: balance = 0 } = (await getAccountStatement(c.env, current.session.organisationId)) ?? {};
    const token = await formToken(c.var.config, current.id);
    const email = current.session.workspace ?? current.session.email;
    return c.html(consentPage(c, { ...asked, token, balance, email }));
  })
  .post(PATHS.authorize, async (c) => {
    const current = await currentSession(c);
    if (!current) throw new AppError("forbidden_origin", "Your session has ended. Start again in the application.");
    const form = await readGuardedForm(c, current.id, readPageForm);
    const asked = await readRequest(c, form);
    if (asked.status === "refused") return c.html(refusalPage(c, asked), 400);
    if (form.get("decision") !== "allow") return c.redirect(answerUrl(c, asked, { error: "access_denied" }), 303);
    requireRole(current.session, "developer");
    const consent = { ...asked, clientId: asked.client.id, clientName: asked.client.name, cap: readCap(form) };
    const code = await allowClient(c.env, c.var.config, current.session, consent);
    return c.redirect(answerUrl(c, asked, { code }), 303);
  });

const DOCUMENT_TIME_LIMIT_MS = 10_000;
const CAP_MAX_TOKENS = 1_000_000_000;
/** Parameters of the authorization request that the form carries along. */
const PARAMETERS = words(
  `client_id redirect_uri response_type code_challenge code_challenge_method resource scope state`,
);

type Asked = Awaited<ReturnType<typeof readRequest>>;
type Reachable = Pick<Asked, "redirectUri" | "state">;

/** Throws `invalid_request` for an unknown client or redirect URI; other errors may be reported to the client. */
async function readRequest(c: AppContext, given: URLSearchParams) {
  // Only `resource` may be repeated (RFC 8707, section 2).
  const names = [...given.keys()].filter((name) => name !== "resource");
  if (new Set(names).size < names.length) throw invalidRequest("Each parameter may be sent only once.");
  const redirectUri = given.get("redirect_uri") ?? "";
  const context = { ...callContextOf(c), signal: AbortSignal.timeout(DOCUMENT_TIME_LIMIT_MS) };
  const client = await findClient(context, given.get("client_id") ?? "");
  if (!mayRedirectTo(client, redirectUri)) {
    throw invalidRequest("`redirect_uri` is not registered for this application.");
  }
  const reachable = { client, redirectUri, state: given.get("state") };
  const refuse = (error: string, detail: string) => ({ ...reachable, status: "refused" as const, error, detail });
  if (given.get("response_type") !== "code") {
    return refuse("unsupported_response_type", "`response_type` must be `code`.");
  }
  const codeChallenge = given.get("code_challenge") ?? "";
  // `plain` would reveal the verifier to anyone who sees this URL (OAuth 2.1, section 7.5.2).
  if (given.get("code_challenge_method") !== "S256" || !/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    return refuse("invalid_request", "`code_challenge` with `code_challenge_method` S256 is required.");
  }
  const audience = readAudience(c, given);
  if (!audience) return refuse("invalid_target", invalidTarget(c).detail);
  const parameters = PARAMETERS.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value]));
  return { ...reachable, status: "valid" as const, codeChallenge, audience, parameters };
}

/** `iss` tells a client that uses several servers which one responded (RFC 9207). */
function answerUrl(c: AppContext, { redirectUri, state }: Reachable, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", c.var.baseUrl);
  return url.href;
}

function readCap(form: URLSearchParams): number | null {
  const text = form.get("cap")?.trim();
  if (!text) return null;
  const cap = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (cap >= 1 && cap <= CAP_MAX_TOKENS) return cap;
  throw invalidRequest("The spending cap is a whole number of tokens. Go back and correct it.");
}

/** Browsers apply `form-action` to the redirect that follows a form; a literal IPv6 host cannot be written there. */
function formTargetOf(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !hostname.startsWith("[") ? origin : protocol;
}

const DOORS: Record<Audience, string> = { all: "MCP and REST", mcp: "MCP", api: "REST" };

type Consenting = Extract<Asked, { status: "valid" }> & { token: string; balance: number; email: string };

function consentPage(c: AppContext, asked: Consenting): string {
  const { client, redirectUri, audience, parameters, token, balance, email } = asked;
  const body = (
    <>
      <p>
        <strong>{client.name}</strong> wants to use {c.var.config.SERVICE_NAME} on your behalf. The name is its own
        claim and has not been verified.
      </p>
      <Figures
        look="facts"
        of={[
          client.id.startsWith("https:") && ["Described at", client.id],
          ["Redirects to", placeOf(redirectUri)],
          ["Your workspace", email],
          ["Its balance", `${balance} tokens`],
          ["Where it may call", DOORS[audience]],
        ]}
      />
      <p class="notice">If you have not just asked {client.name} to connect, refuse.</p>
      <p>
        It can call every data tool, run batches, watch companies, and spend this workspace's tokens so until you
        disconnect it in the <a href={PATHS.console}>console</a>. It can have what its batches and watches find sent to
        the workspace's webhook endpoints, of which it sees the hosts. It can also read the balance, usage and
        transactions and the names of the API keys, change the order of the signals for the whole workspace, send
        privacy requests, prepare purchases that somebody then has to pay, and top up from a wallet of its own.
      </p>
      <p>
        It cannot create or revoke keys, read invoices, open the billing portal, set up, change or switch off automatic
        purchases, or see, change and stop batches and watches that it did not start itself.
      </p>
      <Form to={PATHS.authorize}>
        {parameters.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Field
          id="cap"
          label="Spending cap, in tokens (optional)"
          type="number"
          min={1}
          max={CAP_MAX_TOKENS}
          step={1}
          inputmode="numeric"
          aria-describedby="cap-hint"
        />
        <p class="hint" id="cap-hint">
          The most it may spend in all, as long as it is connected. Without a cap it may spend the whole balance, and
          later purchases.
        </p>
        <button type="submit" name="decision" value="allow">
          Allow
        </button>{" "}
        <button class="second" type="submit" name="decision" value="deny">
          Refuse
        </button>
      </Form>
    </>
  );
  return privatePage(c, { title: `Connect ${client.name}`, body, token, formTarget: formTargetOf(redirectUri) });
}

function refusalPage(c: AppContext, asked: Extract<Asked, { status: "refused" }>): string {
  const { error, detail, client, redirectUri } = asked;
  const back = answerUrl(c, asked, { error, error_description: detail });
  const body = (
    <>
      <p>
        {client.name} asked for something that this service does not support: <code>{error}</code>. {detail}
      </p>
      <p>
        <a href={back} rel="noreferrer">
          Back to {placeOf(redirectUri)}
        </a>
      </p>
    </>
  );
  return privatePage(c, { title: "Cannot connect", body });
}
