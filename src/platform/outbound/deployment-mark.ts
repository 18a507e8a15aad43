import type { Config } from "../../config.ts";
import { utf8 } from "../../lib/bytes.ts";
import { lazyPer } from "../../lib/lazy.ts";
import { signer } from "../secrets.ts";

/**
 * How a deployment recognises itself under a name it does not know, e.g. `*.workers.dev` beside `BASE_URL`: every outbound
 * request carries this header, a request that arrives with it is refused, and the refusal carries it back.
 */
export const DEPLOYMENT_HEADER = "Tallygate-Deployment";

/** The deployment's own mark: 32 hex digits, the same in all isolates, and not to be guessed by another deployment. */
export const deploymentMark = lazyPer(async (config: Config): Promise<string> => {
  const { sign } = await signer(config, "deployment-mark");
  return (await sign(utf8("deployment"))).slice(0, 16).toHex();
});
