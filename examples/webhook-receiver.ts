/**
 * A receiver of webhooks in plain Node: it verifies signatures, answers the challenge of a new endpoint, and handles each event
 * once. `WEBHOOK_SECRET=whsec_… npm run example:webhook-receiver` (PORT, default 8788; the signing secret may be several,
 * separated by spaces).
 *
 * With `npm start` running: sign in at http://localhost:8787/console, add http://localhost:8788/ under Webhooks, start this
 * with the secret shown there, and press Verify. A deployment only takes https URLs on port 443.
 */
import { createServer, type IncomingMessage } from "node:http";

const secrets = (process.env.WEBHOOK_SECRET ?? "").split(" ").filter(Boolean);
if (secrets.length === 0) throw new Error("Set WEBHOOK_SECRET to the signing secret of the endpoint.");
const MAX_BODY_BYTES = 100_000;
const MAX_AGE_SECONDS = 300;

type Event = { type: string; timestamp: string; data: Record<string, unknown> };

/** The event of a message that was signed with one of the secrets within 5 minutes; null for any other message. */
async function verify(headers: IncomingMessage["headers"], body: Buffer): Promise<Event | null> {
  const [id, timestamp, sent] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`] ?? ""),
  );
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_SECONDS)) return null;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  for (const secret of secrets) {
    const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of String(sent)
      .split(" ")
      .filter((text) => text.startsWith("v1,"))) {
      // It compares in constant time.
      const isOurs = await crypto.subtle.verify("HMAC", key, Buffer.from(signature.slice(3), "base64"), signed);
      if (isOurs) return JSON.parse(body.toString()) as Event;
    }
  }
  return null;
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Ids of events that were handled; a real receiver keeps them in its database, for as long as tries go on (4 days). */
const handled = new Set<string>();

const server = createServer(async (request, response) => {
  const body = request.method === "POST" ? await readBody(request) : null;
  const event = body && (await verify(request.headers, body));
  if (!event) return response.writeHead(body ? 401 : 400).end();
  if (event.type === "endpoint.verify") {
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(JSON.stringify({ challenge: event.data.challenge }));
  }
  // Answer first, work afterwards: after 15 seconds the event counts as not delivered and comes again.
  response.writeHead(204).end();
  const id = String(request.headers["webhook-id"]);
  if (handled.has(id)) return console.log(`${id} again, ignored`);
  handled.add(id);
  console.log(`${id} ${event.type} ${JSON.stringify(event.data)}`);
});

server.listen(Number(process.env.PORT ?? 8788), () => {
  const address = server.address();
  console.log(`listening on http://localhost:${typeof address === "object" ? address?.port : ""}/`);
});
