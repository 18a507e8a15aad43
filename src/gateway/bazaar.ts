import type { Config } from "../config.ts";
import { lazyPer } from "../lib/lazy.ts";
import { nameNetworkIn } from "../readers/words/network-name.ts";
import { inputSchema } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * The x402 extension `bazaar`: how to call a paid tool over HTTP. `info` is an example, `schema` the JSON Schema of `info`.
 * Facilitators put it into their catalogues when the payment is settled. The answer's schema is left to /openapi.json, because
 * clients send the extension back in a header.
 */
export function bazaarExtension(tool: Tool, config: Config): Record<string, unknown> {
  return nameNetworkIn({ bazaar: describeCall(tool) }, config);
}

const describeCall = lazyPer((tool: Tool) => {
  const text = { type: "string" };
  const input = {
    type: "object",
    properties: { type: text, method: text, bodyType: text, body: inputSchema(tool) },
    required: ["type", "method", "bodyType", "body"],
  };
  const output = { type: "object", properties: { type: text, example: { type: "object" } }, required: ["type"] };
  return {
    info: { input: { type: "http", method: "POST", bodyType: "json", body: tool.example }, output: { type: "json" } },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { input, output },
      required: ["input"],
    },
  };
});
