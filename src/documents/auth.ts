import { CANCEL_LINK_LIFETIME_SECONDS, KEY_LIFETIME_SECONDS } from "../constants.ts";
import type { ErrorCode } from "../errors.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { CLAIM_GRANT_ALIAS } from "../paths.ts";
import { type Block, heading } from "./blocks.ts";
import { errorRow } from "./error-guide.ts";
import type { PageValues } from "./read-page.ts";
import { answerText, registrationSteps, requestText, type Step } from "./recipe.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

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

/** What `assets/pages/auth.md` names: the registration recipe, in the order in which an agent follows it. */
export function authValues(site: Site): PageValues {
  const { config } = site;
  return {
    trialTokens: config.ANONYMOUS_TOKENS,
    welcomeTokens: config.WELCOME_TOKENS,
    codeFailures: config.CODE_FAILURES_PER_CLAIM,
    sandboxKey: SANDBOX_KEY,
    keyDays: KEY_LIFETIME_SECONDS / 86_400,
    cancelHours: CANCEL_LINK_LIFETIME_SECONDS / 3600,
    grantAlias: CLAIM_GRANT_ALIAS,
    ...Object.fromEntries(Object.entries(registrationSteps(site)).map(([name, step]) => [name, show(step, site)])),
    wallet: walletTerms(site)
      ? [
          heading("Pay with a wallet", "wallet", 2, ""),
          { kind: "list", items: Object.values(walletLines(site)).flat() },
        ]
      : [],
    errors: [
      {
        kind: "table",
        head: ["error", "Status", "What to do"],
        rows: [
          ...REGISTRATION_ERRORS.map(errorRow),
          ["`anonymous_not_enabled`", "401", "Defined, and never returned: anonymous registration is enabled."],
        ],
      },
    ],
  };
}

/** A request and its answer. */
function show(step: Step, site: Site): Block[] {
  return [requestText(step, site), answerText(step)].map((code) => ({ kind: "code", code, language: "http" }));
}
