import { env } from "cloudflare:workers";
import { guarded } from "../../src/platform/database.ts";
import { forgetHere } from "../../src/platform/isolate-memory.ts";

/** From here on calls of new organisations go to this database, as if it were the emptiest; 0 is `DB`. */
export async function placeNewOrganisations(ledger: number): Promise<void> {
  const place = "INSERT OR REPLACE INTO state (name, value) VALUES ('emptiest_ledger', ?)";
  await env.DB.prepare(place).bind(`${ledger}`).run();
  forgetHere(guarded(env.DB));
}
