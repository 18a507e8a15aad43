import { inArray } from "drizzle-orm";
import { splitAddress } from "../readers/emails/email-address.ts";
import { drizzle } from "./database.ts";
import { disposableDomains } from "./schema.ts";

/** More labels than any real mail host has. */
const MAX_PARENTS = 20;

/** Whether `address` is at a host of throw-away inboxes, or at a sub-domain of one. */
export async function isDisposable(db: D1Database, address: string): Promise<boolean> {
  const labels = splitAddress(address)[1].toLowerCase().split(".");
  const parents = labels.map((_, index) => labels.slice(index).join(".")).slice(-MAX_PARENTS);
  const find = drizzle(db).select().from(disposableDomains).where(inArray(disposableDomains.domain, parents)).limit(1);
  return (await find.get()) !== undefined;
}
