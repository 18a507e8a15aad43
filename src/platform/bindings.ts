import { JURISDICTIONS } from "../constants.ts";
import { lazyPer } from "../lib/lazy.ts";
import { guarded } from "./database.ts";

const DATABASE = /^(DATA|DB(_\d+)?)$/;

/**
 * The bindings as the code uses them, for each entry point of the Worker and of its Durable Objects: errors of the databases
 * are {@link guarded}, and every Durable Object namespace is under `JURISDICTION`, whose objects run and are stored there alone.
 * https://developers.cloudflare.com/durable-objects/reference/data-location/
 */
export const openBindings = lazyPer((env: Env): Env => {
  // config.ts refuses all requests with any other value.
  const jurisdiction = JURISDICTIONS.find((known) => known === (env as { JURISDICTION?: unknown }).JURISDICTION);
  const bindings = Object.entries(env).map(([name, binding]) => {
    if (DATABASE.test(name)) return [name, guarded(binding)];
    return [name, jurisdiction && isNamespace(binding) ? binding.jurisdiction(jurisdiction) : binding];
  });
  return Object.fromEntries(bindings);
});

/** Of service bindings one can ask for any method, so the class decides. */
function isNamespace(binding: unknown): binding is DurableObjectNamespace {
  return Object(binding).constructor?.name === "DurableObjectNamespace";
}
