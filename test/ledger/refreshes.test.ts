import { expect, it } from "vitest";

/** Every module of src, by its path from there. */
const SOURCES = import.meta.glob("../../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

const TABLES = "organisations|entries|api_keys|connections|auto_reloads";
const MODELS = "organisations|entries|apiKeys|connections|autoReloads";
const WRITES = [
  new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM) (${TABLES})\\b`),
  new RegExp(`\\.(insert|update|delete)\\((${MODELS})\\)`),
];
const TELLS = /\b(refreshAccount|revokeInAccount|recallAccount|chargeInDatabase|writeKeys|storeRevocations)\(/;

/** Modules that write money or keys and need not tell the account object, and why. */
const NEED_NOT: Record<string, string> = {
  "accounts/registration/register.ts": "the organisation is new: nothing knows it yet",
  "accounts/registration/merge-anonymous.ts": "exchange-claim.ts runs its statements and tells",
  "payments/x402/wallet-calls.ts": "the organisation is new: nothing knows it yet",
  "closing/closing-entry.ts": "its callers close and tell the account",
  "ledger/known-account.ts": "the day of a key's last use",
  "ledger/lease-exchange.ts": "the account object's own exchange, which reads the balance back",
  "ledger/holds.ts": "entries are booked by its callers; holds that expire are told of in ledger/account.ts",
  "platform/ledgers.ts": "the row of an organisation in a database of calls has no money",
  "ledger/roll-up.ts": "sums of calls that are over; no balance moves",
  "tools/signals/detectors.ts": "the order of signals, which the object does not know",
};

it("every module that writes money or keys in D1 refreshes the account object", () => {
  const writers = Object.entries(SOURCES)
    .map(([path, text]) => [path.replace("../../src/", ""), text] as const)
    .filter(([, text]) => WRITES.some((write) => write.test(text)));
  expect(writers.length).toBeGreaterThan(8);
  const silent = writers.filter(([, text]) => !TELLS.test(text)).map(([path]) => path);
  expect(silent.filter((path) => !(path in NEED_NOT))).toEqual([]);
});
