import { JURISDICTIONS } from "../constants.ts";
import { lazyPer } from "../lib/lazy.ts";

/**
 * The bindings with every Durable Object namespace under `JURISDICTION`, whose objects run and are stored there alone; the same
 * bindings without it. For each entry point of the Worker and of its Durable Objects.
 * https://developers.cloudflare.com/durable-objects/reference/data-location/
 */
export const inJurisdiction = lazyPer((env: Env): Env => {
  // config.ts refuses all requests with any other value.
  const jurisdiction = JURISDICTIONS.find((known) => known === (env as { JURISDICTION?: unknown }).JURISDICTION);
  if (!jurisdiction) return env;
  const bindings = Object.entries(env).map(([name, binding]) => [
    name,
    isNamespace(binding) ? binding.jurisdiction(jurisdiction) : binding,
  ]);
  return Object.fromEntries(bindings);
});

/** Of service bindings one can ask for any method, so the class decides. */
function isNamespace(binding: unknown): binding is DurableObjectNamespace {
  return Object(binding).constructor?.name === "DurableObjectNamespace";
}
