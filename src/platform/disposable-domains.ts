import { eq } from "drizzle-orm";
import { splitAddress } from "../text/emails/email-address.ts";
import { drizzle, mapDatabaseErrors } from "./database.ts";
import { disposableDomains } from "./schema.ts";

/** Whether `address` is at a host of throw-away inboxes. */
export async function isDisposable(db: D1Database, address: string): Promise<boolean> {
  const domain = splitAddress(address)[1].toLowerCase();
  const find = drizzle(db).select().from(disposableDomains).where(eq(disposableDomains.domain, domain));
  return (await mapDatabaseErrors(() => find.get())) !== undefined;
}
