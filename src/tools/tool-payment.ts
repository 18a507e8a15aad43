import { lazyPer } from "../lib/lazy.ts";
import { PATHS } from "../paths.ts";
import { type Offer, offerFor, PAYMENT_IDENTIFIER } from "../payments/x402/payment-offer.ts";
import { termsOf } from "../payments/x402/payment-terms.ts";
import { nameNetworkIn } from "../readers/words/network-links.ts";
import { inputSchema } from "./json-schema.ts";
import type { DeploymentContext, Tool } from "./tool.ts";

type Sale = { tokens: number; description: string; isUpfront: boolean };

/** What a call of a tool has to pay by wallet; null while machine payments are off. */
export function offerOf(
  { config, requestHost, baseUrl }: Omit<DeploymentContext, "env">,
  tool: Tool,
  { tokens, description, isUpfront }: Sale,
): Offer | null {
  const terms = termsOf(config, requestHost);
  if (!terms) return null;
  const resource = {
    url: `${baseUrl}${PATHS.tools}/${tool.name}`,
    description,
    // Official clients refuse an offer with any other name.
    ...(/^[\x20-\x7e]{1,32}$/.test(config.SERVICE_NAME) && { serviceName: config.SERVICE_NAME }),
    tags: [tool.category],
    iconUrl: `${baseUrl}${PATHS.icon}`,
  };
  return nameNetworkIn(offerFor(terms, { tokens, resource, isUpfront, extensions: extensionsOf(tool) }), config);
}

/**
 * The x402 extensions of an offer. `bazaar` is how to call the tool over HTTP: `info` is an example, `schema` the JSON Schema of
 * `info`. Facilitators put it into their catalogues when the payment is settled. The answer's schema is left to /openapi.json,
 * because clients send extensions back in a header. `payment-identifier` invites the client's own id.
 */
const extensionsOf = lazyPer((tool: Tool) => {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  const text = { type: "string" };
  const input = {
    type: "object",
    properties: { type: text, method: text, bodyType: text, body: inputSchema(tool) },
    required: ["type", "method", "bodyType", "body"],
  };
  const output = { type: "object", properties: { type: text, example: { type: "object" } }, required: ["type"] };
  const id = { type: "string", minLength: 16, maxLength: 128 };
  return {
    bazaar: {
      info: { input: { type: "http", method: "POST", bodyType: "json", body: tool.example }, output: { type: "json" } },
      schema: { $schema, type: "object", properties: { input, output }, required: ["input"] },
    },
    [PAYMENT_IDENTIFIER]: {
      info: { required: false },
      schema: { $schema, type: "object", properties: { required: { type: "boolean" }, id }, required: ["required"] },
    },
  };
});
