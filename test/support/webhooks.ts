import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { claimWorkspace } from "./claim-flow.ts";
import type { Answer } from "./harness.ts";
import { signIn, type Visitor } from "./visitor.ts";

export const PAGE = "/console/webhooks";

export type Received = { url: string; headers: Record<string, string>; body: string };

/** What the demo internet's receivers were sent, oldest first. */
export async function received(): Promise<Received[]> {
  const log = await env.OUTBOUND?.fetch("https://hooks.example/log");
  return ((await log?.json()) ?? []) as Received[];
}

export const forgetReceived = () => env.OUTBOUND?.fetch("https://hooks.example/log", { method: "DELETE" });

export type Owner = { email: string; key: string; visitor: Visitor };

/** An owner who is signed in to the console, and a key of the same workspace. */
export async function newOwner(): Promise<Owner> {
  const email = `${crypto.randomUUID()}@corp.example`;
  return { email, key: await claimWorkspace(email), visitor: await signIn(email) };
}

export const secretOn = (page: Answer) => /whsec_[A-Za-z0-9+/=]+/.exec(page.text)?.[0] ?? "";
const idOn = (page: Answer) => /wep_[0-9a-f]{32}/.exec(page.text)?.[0] ?? "";

export type Endpoint = {
  id: string;
  secret: string;
  path: string;
  send(action: string, fields?: Fields): Promise<Answer>;
};
type Fields = Record<string, string>;

/** Adds an endpoint in the console; it is not verified. */
export async function addEndpoint({ visitor }: Pick<Owner, "visitor">, url: string): Promise<Endpoint> {
  const page = await visitor.submit(PAGE, PAGE, { url });
  const id = idOn(page);
  const path = `${PAGE}/${id}`;
  // The token is the same in every form of a session.
  const token = /name="form_token" value="([0-9a-f]{64})"/.exec(page.text)?.[1] ?? "";
  const send = (action: string, fields: Fields = {}) =>
    visitor.post(`${path}/${action}`, { form_token: token, ...fields });
  return { id, secret: secretOn(page), path, send };
}

/** Adds an endpoint and has it answer the challenge. */
export async function activeEndpoint(owner: Pick<Owner, "visitor">, url: string): Promise<Endpoint> {
  const endpoint = await addEndpoint(owner, url);
  const answer = await endpoint.send("verify");
  if (answer.status !== 303) throw new Error(`not verified: ${answer.status} ${answer.text.slice(0, 500)}`);
  return endpoint;
}

/** Whether the reference implementation accepts a message. */
export function accepts(secret: string, { headers, body }: Pick<Received, "headers" | "body">): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
