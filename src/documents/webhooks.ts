import { WEBHOOK_DELIVERIES_DAYS } from "../config.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { EVENT_TYPES } from "../watches/event-types.ts";
import { type Block, heading } from "./blocks.ts";

/** Runs unchanged in Node, Workers, Deno and browsers; a test runs it. */
export const VERIFY = `async function verify(secret, headers, body) {
  const [id, timestamp, sent] = ["id", "timestamp", "signature"].map((name) => headers.get(\`webhook-\${name}\`) ?? "");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) throw new Error("too old");
  const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes(secret.slice(6)), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(\`\${id}.\${timestamp}.\${body}\`);
  for (const signature of sent.split(" ").filter((text) => text.startsWith("v1,")))
    if (await crypto.subtle.verify("HMAC", key, bytes(signature.slice(3)), signed)) return JSON.parse(body);
  throw new Error("not signed with this secret");
}`;

const LIBRARY = `import { Webhook } from "standardwebhooks";

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers); // throws when it is not ours
if (event.type === "endpoint.verify") return Response.json({ challenge: event.data.challenge });`;

const MESSAGE = `POST /tallygate HTTP/1.1
Content-Type: application/json
webhook-id: evt_batch_01a1fdd94667c2670154e1b0a1fdd946
webhook-timestamp: 1795000000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"batch.ended","timestamp":"2026-11-18T11:06:40.000Z","data":{"id":"batch_01a1…","counts":{…},"tokens":{…}}}`;

/** How to receive events. */
export function webhookBlocks({ baseUrl, config }: Site): Block[] {
  return [
    `${config.SERVICE_NAME} can send events to your server, signed as in Standard Webhooks 1.0 (standardwebhooks.com). Any of its libraries verifies them, and so does the code below.`,

    heading("Setting up", "setting-up"),
    {
      kind: "list",
      ordered: true,
      items: [
        `The owner adds the URL in the console, under [Webhooks](${baseUrl}${PATHS.consoleWebhooks}), and copies the signing secret (\`whsec_…\`), which is shown once.`,
        'The receiver verifies the signature and answers `endpoint.verify` with the random value of the event: a 2xx within 10 seconds whose body is the value itself or `{"challenge": value}`.',
        "The owner presses Verify. From then on `list_webhook_endpoints` shows the endpoint as `active`.",
        "Agents name its id in `deliver`, of `create_batch` or `create_watch`. No tool takes a URL, and no key can add an endpoint: otherwise a hostile page could talk an agent into sending your data to a stranger.",
      ],
    },
    "The URL begins with `https://`, uses port 443 and a public host name. It cannot be changed; add another endpoint instead.",

    heading("A message", "message"),
    { kind: "code", code: MESSAGE, language: "http" },
    {
      kind: "table",
      head: ["Header", "Meaning"],
      rows: [
        [
          "`webhook-id`",
          "Id of the event. It is the same in every attempt, so use it to detect repeats; an event may arrive more than once.",
        ],
        ["`webhook-timestamp`", "Time of this attempt, in Unix seconds. Refuse messages older than 5 minutes."],
        [
          "`webhook-signature`",
          "`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`; for 24 hours after a rotation, two of them separated by a space.",
        ],
      ],
    },
    {
      kind: "table",
      head: ["type", "data"],
      rows: [
        [
          "`batch.ended`",
          "A batch that named the endpoint has ended: its id, counts and tokens as in `get_batch`, no results",
        ],
        [
          EVENT_TYPES.map((type) => `\`${type}\``).join(", "),
          "A watch that named the endpoint has seen a change: the event as in `list_watch_events`. A withheld event is sent once it is paid",
        ],
        ["`endpoint.verify`", "`challenge`: the value to send back"],
        ["`endpoint.test`", "Sent by the owner from the console"],
      ],
    },

    heading("Verifying", "verifying"),
    "With the library (`npm install standardwebhooks`; there are others for Python, Go, Ruby, Java, PHP, Rust and C#). `body` is the raw text, before JSON parsing:",
    { kind: "code", code: LIBRARY, language: "js" },
    "Or without one:",
    { kind: "code", code: VERIFY, language: "js" },

    heading("Answers and retries", "retries"),
    {
      kind: "list",
      items: [
        "Answer 2xx within 15 seconds, and do the work afterwards. Anything else, including a redirect, is a failure; the body is ignored.",
        "A failed delivery is retried after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, ± 10 %, or later if you send `Retry-After`. Then it is abandoned.",
        "The endpoint is disabled when it answers 410, and after 5 days without a success. The owner is notified by mail. While it is disabled, no events are queued for it.",
        `The console shows every attempt for ${WEBHOOK_DELIVERIES_DAYS} days. There the owner can resend one event or all failed ones, test or disable the endpoint, and rotate the secret; both secrets then sign for 24 hours.`,
        "At most 10 requests are made to a host at once. Events may arrive out of order.",
      ],
    },
  ];
}
