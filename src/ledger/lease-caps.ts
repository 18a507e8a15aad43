import type { CapGive } from "./lease-exchange.ts";

type Cap = { tokens: number; used: number };

/** Reserves of a lease on spending caps, by the cap's subject, and their use by calls. */
export class LeaseCaps {
  readonly #sql: SqlStorage;
  readonly #caps = new Map<string, Cap>();

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS lease_caps (subject TEXT PRIMARY KEY, tokens INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID",
    );
    for (const { subject, ...cap } of this.#sql.exec<{ subject: string } & Cap>("SELECT * FROM lease_caps"))
      this.#caps.set(subject, cap);
  }

  /** Tokens that calls may still use. */
  left(subject: string): number {
    const cap = this.#caps.get(subject);
    return cap ? cap.tokens - cap.used : 0;
  }

  /** Reserves not used by calls, which are returned with the lease. */
  unused(): CapGive[] {
    return [...this.#caps.keys()]
      .map((subject) => ({ subject, give: this.left(subject) }))
      .filter(({ give }) => give > 0);
  }

  /** Counts tokens of a call; negative when a call ends cheaper than it began. */
  use(subject: string, tokens: number): void {
    const cap = this.#caps.get(subject);
    if (cap) this.#save(subject, { ...cap, used: cap.used + tokens });
  }

  /** D1 has reserved this much. */
  set(subject: string, tokens: number): void {
    const used = this.#caps.get(subject)?.used ?? 0;
    if (tokens > 0 || used > 0) this.#save(subject, { tokens, used });
  }

  clear(): void {
    if (this.#caps.size === 0) return;
    this.#caps.clear();
    this.#sql.exec("DELETE FROM lease_caps");
  }

  #save(subject: string, cap: Cap): void {
    this.#caps.set(subject, cap);
    const save = "INSERT OR REPLACE INTO lease_caps (subject, tokens, used) VALUES (?, ?, ?)";
    this.#sql.exec(save, subject, cap.tokens, cap.used);
  }
}
