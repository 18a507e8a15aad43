/**
 * Replaces the MCP SDK's shims for workerd (`[alias]` in wrangler.toml), which build the schemas of every protocol version when
 * the Worker starts: a third of the start-up. Without them an isolate builds a version's schemas at its first message.
 */
export class DefaultJsonSchemaValidator {
  /** For answers to elicitations, which this server never sends. */
  getValidator(): never {
    throw new Error("This server does not validate JSON Schemas.");
  }
}
