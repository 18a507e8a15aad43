import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, it } from "vitest";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const EVENTS = 200;
const KILLS = 3;
/** The service makes at most this many requests to a host at once, so a kill repeats no more. */
const AT_ONCE = 10;
const EMAIL = "owner@corp.example";

let server: Server | undefined;
let secret = "";
/** Messages that the receiver has accepted, by `webhook-id`. */
const accepted = new Map<string, string[]>();
let requests = 0;

/** It answers the challenge, refuses what is not signed, and fails three of ten requests. */
const receiver = createServer(async (request, response) => {
  const body = await text(request);
  const { type, data } = JSON.parse(body);
  if (type === "endpoint.verify") return response.end(data.challenge);
  new Webhook(secret).verify(body, request.headers as Record<string, string>);
  if (requests++ % 10 < 3) return response.writeHead(503).end();
  const id = String(request.headers["webhook-id"]);
  accepted.set(id, [...(accepted.get(id) ?? []), body]);
  response.writeHead(204).end();
}).listen(0);

afterAll(async () => {
  receiver.close();
  await server?.stop();
});

/** The console as its owner's browser sees it, without redirects. */
const cookies = new Map<string, string>();
async function visit(path: string, fields?: Record<string, string>): Promise<string> {
  const { url } = server as Server;
  const headers = { Cookie: [...cookies].map((pair) => pair.join("=")).join("; "), Origin: url, Accept: "text/html" };
  const body = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await fetch(url + path, { headers, redirect: "manual", ...body });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer.text();
}
const tokenOn = (page: string) => ({ form_token: /name="form_token" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "" });

it("webhooks of a process that is killed again and again all arrive, and a repeat has the id of the first", async () => {
  const storage = makeStorage();
  server = await startServer({ storage, showMail: true });
  await visit("/console/sign-in", { ...tokenOn(await visit("/console/sign-in")), email: EMAIL });
  const code = await server.mailedCode(EMAIL);
  await visit("/console/sign-in/code", { ...tokenOn(await visit("/console/sign-in/code")), code });
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  const made = await visit("/console/webhooks", { ...tokenOn(await visit("/console/webhooks")), url });
  secret = /whsec_[A-Za-z0-9+/=]+/.exec(made)?.[0] ?? "";
  const endpoint = /wep_[0-9a-f]{32}/.exec(made)?.[0] ?? "";
  await visit(`/console/webhooks/${endpoint}/verify`, tokenOn(made));
  expect(await server.sql("SELECT status FROM webhook_endpoints")).toEqual([{ status: "active" }]);

  const numbers = JSON.stringify(Array.from({ length: EVENTS }, (_, index) => index));
  await server.sql(`INSERT INTO webhook_deliveries
      (id, endpoint_id, event_id, type, occurred_at, data_json, host, status, next_at)
    SELECT printf('%012x%020d', ${Date.now()}, n.value), e.id, 'evt_' || n.value, 'endpoint.test', 0, json_object('number', n.value), e.host,
      'pending', 0
    FROM webhook_endpoints e, json_each('${numbers}') n`);
  /** Makes every delivery due that waits for its next try, also one that a killed process had claimed. */
  const passTime = async (states: string) => {
    await server?.sql(`UPDATE webhook_deliveries SET next_at = 0 WHERE status IN (${states})`);
    await server?.runCron();
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    const share = (EVENTS * kill) / (KILLS + 1);
    await passTime("'pending', 'sending'");
    const arrived = async () => {
      await passTime("'pending'");
      return accepted.size;
    };
    await expect.poll(arrived, { interval: 100 }).toBeGreaterThanOrEqual(share);
    await server.kill();
    server = await startServer({ storage });
  }
  await passTime("'pending', 'sending'");
  const left = async () => {
    await passTime("'pending'");
    return server?.sql("SELECT status, count(*) AS n FROM webhook_deliveries GROUP BY status");
  };
  await expect.poll(left, { interval: 100 }).toEqual([{ status: "delivered", n: EVENTS }]);

  const ids = Array.from({ length: EVENTS }, (_, index) => `evt_${index}`);
  expect([...accepted.keys()].sort()).toEqual(ids.sort());
  for (const [id, bodies] of accepted) {
    const sent = bodies.map((body) => JSON.parse(body).data.number);
    expect(new Set(sent.map((number) => `evt_${number}`))).toEqual(new Set([id]));
  }
  const repeats = [...accepted.values()].reduce((sum, bodies) => sum + bodies.length - 1, 0);
  expect(repeats).toBeLessThanOrEqual(KILLS * AT_ONCE);
});
