import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, it } from "vitest";

const OLD_SECRET = `whsec_${btoa("o".repeat(32))}`;
const SECRET = `whsec_${btoa("s".repeat(32))}`;

let receiver: ChildProcess | undefined;
let url = "";
let printed = "";

afterAll(() => receiver?.kill());

async function startReceiver(): Promise<void> {
  const env = { ...process.env, PORT: "0", WEBHOOK_SECRET: `${OLD_SECRET} ${SECRET}` };
  receiver = spawn(process.execPath, ["examples/webhook-receiver.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  receiver.stdout?.on("data", (chunk) => {
    printed += String(chunk);
  });
  await expect.poll(() => printed).toContain("listening on ");
  url = /http:\S+/.exec(printed)?.[0] ?? "";
}

type Message = { secret?: string; id?: string; at?: Date; type?: string; data?: unknown };

/** A message as the reference implementation signs it. */
function signed({ secret = SECRET, id = "evt_1", at = new Date(), type = "batch.ended", data = {} }: Message) {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,${btoa("x".repeat(32))} ${new Webhook(secret).sign(id, at, body)}`,
  };
  return { headers, body };
}

const post = async (message: { headers: Record<string, string>; body: string }) => {
  const answer = await fetch(url, { method: "POST", ...message });
  return { status: answer.status, text: await answer.text() };
};

it("examples/webhook-receiver.ts answers the challenge, takes each event once, and nothing that is forged, tampered or stale", async () => {
  await startReceiver();
  const challenge = await post(signed({ type: "endpoint.verify", data: { challenge: "abc" } }));
  expect([challenge.status, JSON.parse(challenge.text)]).toEqual([200, { challenge: "abc" }]);
  const event = signed({ data: { id: "batch_1" } });
  expect([await post(event), await post(event)].map(({ status }) => status)).toEqual([204, 204]);
  expect((await post(signed({ secret: OLD_SECRET, id: "evt_old" }))).status).toBe(204);
  await expect.poll(() => printed).toContain('evt_1 batch.ended {"id":"batch_1"}\nevt_1 again, ignored\nevt_old');

  const refused = [
    signed({ secret: `whsec_${btoa("z".repeat(32))}` }),
    signed({ at: new Date(Date.now() - 400_000) }),
    signed({ at: new Date(Date.now() + 400_000) }),
    { ...event, body: event.body.replace("batch_1", "batch_2") },
    { ...event, headers: { ...event.headers, "webhook-id": "evt_2" } },
    { ...event, headers: {} as typeof event.headers },
  ];
  for (const message of refused) expect((await post(message)).status).toBe(401);
  expect((await fetch(url)).status).toBe(400);
  expect((await post({ headers: event.headers, body: "x".repeat(200_000) })).status).toBe(400);
});

it("the lines that /docs/webhooks shows verify a message, and refuse others", async () => {
  const [shown] = /async function verify[\s\S]*?\n\}/.exec(readFileSync("assets/pages/webhooks.md", "utf8")) ?? [];
  const verify = new Function(`${shown}; return verify;`)() as (
    secret: string,
    headers: Headers,
    body: string,
  ) => Promise<unknown>;
  const { headers, body } = signed({ data: { id: "batch_1" } });
  expect(await verify(SECRET, new Headers(headers), body)).toMatchObject({ data: { id: "batch_1" } });
  await expect(verify(OLD_SECRET, new Headers(headers), body)).rejects.toThrow("not signed");
  await expect(verify(SECRET, new Headers(headers), `${body} `)).rejects.toThrow("not signed");
  await expect(verify(SECRET, new Headers(), body)).rejects.toThrow();
  const stale = signed({ at: new Date(Date.now() - 400_000) });
  await expect(verify(SECRET, new Headers(stale.headers), stale.body)).rejects.toThrow("too old");
});
