import { env } from "cloudflare:workers";
import type { Site } from "../../src/platform/sites/site-object.ts";
import type { StoredFact } from "../../src/platform/sites/site-store.ts";

const { getByName } = Object.getPrototypeOf(env.SITES) as typeof env.SITES;
let life = "";

/** From here on no page has been visited and no fact found on any site: objects outlive a reset, so they get new names. */
export function forgetSites(): void {
  life = crypto.randomUUID();
  env.SITES.getByName = (name, ...options) => getByName.call(env.SITES, nameOf(name), ...options);
}

/** The name under which a test file's objects of sites are addressed. */
function nameOf(domain: string): string {
  return `${life} ${domain}`;
}

/** The object of a site, as `getByName` of the Worker returns it. */
export function siteObject(domain: string): DurableObjectStub<Site> {
  return env.SITES.getByName(domain);
}

/** Bindings of a deployment whose objects of sites all fail: calls then ask sites themselves, with their own bindings. */
export const NO_SITES = {
  SITES: {
    getByName(): never {
      throw new Error("no object of sites can be reached");
    },
  },
};

/** Objects of sites that remember facts, but answer no visit. */
export function withoutVisits() {
  return {
    getByName(domain: string) {
      const object = siteObject(domain);
      return {
        visit: () => Promise.reject(new Error("this object makes no visits")),
        fact: (kind: string, key: string) => object.fact(kind, key),
        keepFacts: (facts: StoredFact[]) => object.keepFacts(facts),
      };
    },
  };
}
