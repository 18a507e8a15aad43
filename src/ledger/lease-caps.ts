export type CapGive = { subject: string; give: number };
type Cap = { tokens: number; used: number };

/**
 * Reserves of a lease on spending caps, by the cap's subject, and their use by calls. Changes are stored by {@link save}, in the
 * transaction that stores the calls: a restart between the two would count the end of a call twice.
 */
export class LeaseCaps {
  readonly #sql: SqlStorage;
  readonly #caps = new Map<string, Cap>();
  readonly #unsaved = new Set<string>();

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
    const all = [...this.#caps.keys()].map((subject) => ({ subject, give: this.left(subject) }));
    return all.filter(({ give }) => give > 0);
  }

  /** Counts tokens of a call; negative when a call ends cheaper than it began. */
  use(subjects: string[], tokens: number): void {
    for (const subject of subjects) {
      const cap = this.#caps.get(subject);
      if (cap) this.#change(subject, { ...cap, used: cap.used + tokens });
    }
  }

  /** D1 has reserved this much. */
  set(subject: string, tokens: number): void {
    const known = this.#caps.get(subject);
    if (known || tokens > 0) this.#change(subject, { tokens, used: known?.used ?? 0 });
  }

  clear(): void {
    if (this.#caps.size === 0) return;
    this.#caps.clear();
    this.#unsaved.clear();
    this.#sql.exec("DELETE FROM lease_caps");
  }

  save(): void {
    const save = "INSERT OR REPLACE INTO lease_caps (subject, tokens, used) VALUES (?, ?, ?)";
    for (const subject of this.#unsaved) {
      const cap = this.#caps.get(subject);
      if (cap) this.#sql.exec(save, subject, cap.tokens, cap.used);
    }
    this.#unsaved.clear();
  }

  #change(subject: string, cap: Cap): void {
    this.#caps.set(subject, cap);
    this.#unsaved.add(subject);
  }
}
