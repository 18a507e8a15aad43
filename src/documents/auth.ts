import {
  CANCEL_LINK_LIFETIME_SECONDS,
  CLAIM_BOUND_GRACE_SECONDS,
  CLAIM_LIFETIME_SECONDS,
  CLAIM_POLL_INTERVAL_SECONDS,
  CLAIM_POLLS_PER_MINUTE,
  EXCHANGE_REPEAT_SECONDS,
  KEY_LIFETIME_SECONDS,
  USER_CODE_DIGITS,
} from "../config.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { CLAIM_GRANT_ALIAS, PATHS, twinOf } from "../paths.ts";
import { type Block, heading } from "./blocks.ts";
import { ERROR_GUIDE } from "./error-guide.ts";
import { answerText, registrationSteps, requestText, type Step } from "./recipe.ts";
import { signInLine, walletLines, walletTerms } from "./wallet-payments.ts";

const REGISTRATION_ERRORS: ErrorCode[] = [
  "invalid_request",
  "unsupported_grant_type",
  "invalid_claim_token",
  "claim_expired",
  "invalid_grant",
  "slow_down",
  "authorization_pending",
  "rate_limited",
  "temporarily_unavailable",
];

/** The registration recipe, in the order in which an agent follows it. */
export function authBlocks(site: Site): Block[] {
  const { baseUrl, config } = site;
  const step = registrationSteps(site);
  const show = (shown: Step): Block[] => [
    { kind: "code", code: requestText(shown, site), language: "http" },
    { kind: "code", code: answerText(shown), language: "http" },
  ];

  return [
    `How an agent gets an API key of ${config.SERVICE_NAME}: no form and no browser is needed. Resource server and authorization server are the same host, \`${baseUrl}\`. One key works for every tool, over REST (\`${PATHS.tools}\`) and MCP (\`${PATHS.mcp}\`).`,
    "Below, each request is followed by its answer. `<EMAIL>`, `<API_KEY>` and the like stand for values: fill them in, or take them from an earlier answer. `<explanation>` is text for you to read, and `…` stands for further fields.",

    heading("1. Find the endpoints", "discover"),
    "Skip this section if you trust the paths on this page. A request without a key is answered with a challenge that names the metadata of the resource:",
    ...show(step.challenge),
    "The resource names its authorization server:",
    ...show(step.resource),
    "The authorization server lists the endpoints; those of registration are in `agent_auth`:",
    ...show(step.server),

    heading("2. Choose how to register", "choose"),
    {
      kind: "table",
      head: ["Way", "When", "You get"],
      rows: [
        [
          "Anonymous",
          "You act for yourself, or want to try first",
          `A key at once, with ${config.ANONYMOUS_TOKENS} trial tokens`,
        ],
        [
          "Verified email",
          "You act for a person who can read you a code from their mail",
          `A key of that person's workspace, with ${config.WELCOME_TOKENS} tokens the first time and a higher rate limit`,
        ],
      ],
    },
    `To look around first, use the sandbox key \`${SANDBOX_KEY}\`, which needs no registration: it answers the examples in [the reference](${baseUrl}${twinOf(PATHS.docs)}) about made-up companies.`,
    "Delegation grants from agent providers (ID-JAG) are not supported.",

    heading("3. Anonymous", "anonymous"),
    ...show(step.anonymous),
    `Keep \`access_token\`: it is shown once, and works for ${KEY_LIFETIME_SECONDS / 86_400} days. Go on with section 5. The same key comes from \`POST ${PATHS.tools}/get_api_key\` with the body \`{}\`.`,

    heading("4. Verified email", "verified-email"),
    `Ask your user for their email address. We mail it a code of ${USER_CODE_DIGITS} digits.`,
    ...show(step.assertion),
    "If you hold an anonymous key, send it along instead: its tokens move to the person's workspace, and at the exchange all keys of the anonymous organisation stop working.",
    ...show(step.bringAlong),
    `Until the code is accepted, the token endpoint answers that it is pending. Poll it every ${CLAIM_POLL_INTERVAL_SECONDS} seconds, or do not poll and wait for your user. More than ${CLAIM_POLLS_PER_MINUTE} polls a minute are \`slow_down\`.`,
    ...show(step.poll),
    `Ask your user for the code and submit it within ${CLAIM_LIFETIME_SECONDS} seconds. A wrong code is 400 \`invalid_grant\` with \`attempts_remaining\`; after ${config.CODE_FAILURES_PER_CLAIM} wrong codes the claim is dead.`,
    ...show(step.claim),
    `Exchange the claim for the key, once, within ${CLAIM_BOUND_GRACE_SECONDS} seconds. The grant type \`${CLAIM_GRANT_ALIAS}\` is accepted, too. If the answer may get lost, send an \`Idempotency-Key\` header: the same claim with the same header gets the same key for ${EXCHANGE_REPEAT_SECONDS} seconds.`,
    ...show(step.exchange),
    `The mail also holds a link for a person who asked for nothing: it cancels the claim and, for ${CANCEL_LINK_LIFETIME_SECONDS / 3600} hours, revokes the key that it led to and every key created with that.`,

    heading("5. Use the key", "use"),
    "Send it with every request. The index lists all tools and what they cost in tokens; it can be read without a key, too:",
    ...show(step.index),
    `Call a tool with \`POST ${PATHS.tools}/{tool_name}\` and a JSON body. What each takes and answers is in [the reference](${baseUrl}${twinOf(PATHS.docs)}) and, for machines, in [openapi.json](${baseUrl}${PATHS.openapi}).`,

    ...(walletTerms(site)
      ? [
          heading("Pay with a wallet", "wallet"),
          { kind: "list" as const, items: [...walletLines(site), signInLine(site)] },
        ]
      : []),

    heading("6. Give the key up", "revoke"),
    "The answer is 200 whether or not the key existed. The very next request with it is refused.",
    ...show(step.revoke),
    ...show(step.revoked),

    heading("Errors", "errors"),
    'Errors of the endpoints above are `{"error": …, "error_description": …}`. Errors of tools are problem details (RFC 9457) with the same field `error`; they are in [the reference](' +
      `${baseUrl}${twinOf(PATHS.docs)}).`,
    {
      kind: "table",
      head: ["error", "Status", "What to do"],
      rows: [
        ...REGISTRATION_ERRORS.map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERROR_GUIDE[code]]),
        ["`anonymous_not_enabled`", "401", "Defined, and never returned: anonymous registration is enabled."],
      ],
    },
    "Registration is limited per client address, per email address and per claim. Over a limit the answer is 429 `rate_limited` with `Retry-After`.",
  ];
}
