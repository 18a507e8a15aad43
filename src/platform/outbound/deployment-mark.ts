import type { Config } from "../../config.ts";
import { signer } from "../secrets.ts";

/**
 * How a deployment recognises itself under a name it does not know, e.g. `*.workers.dev` beside `BASE_URL`: every outbound
 * request carries this header, a request that arrives with it is refused, and the refusal carries it back.
 */
export const DEPLOYMENT_HEADER = "Tallygate-Deployment";

const encoder = new TextEncoder();
const marks = new WeakMap<Config, Promise<string>>();

/** The deployment's own mark: 32 hex digits, the same in all isolates, and not to be guessed by another deployment. */
export function deploymentMark(config: Config): Promise<string> {
  const known = marks.get(config) ?? makeMark(config);
  marks.set(config, known);
  return known;
}

async function makeMark(config: Config): Promise<string> {
  const { sign } = await signer(config, "deployment-mark");
  return (await sign(encoder.encode("deployment"))).slice(0, 16).toHex();
}
