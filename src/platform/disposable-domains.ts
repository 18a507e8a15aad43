import { splitAddress } from "../text/emails/email-address.ts";

/** True for an address at a domain where anybody can have one for an hour. */
export async function isDisposable(db: D1Database, address: string): Promise<boolean> {
  const find = db
    .prepare("SELECT 1 FROM disposable_domains WHERE domain = ?")
    .bind(splitAddress(address)[1].toLowerCase());
  return (await find.first()) !== null;
}
