import { Figures } from "../http/pages/figures.tsx";
import type { Statement } from "../ledger/reconciliation.ts";

/** The ledger identity of one organisation, term by term. */
export function LedgerSums({ statement }: { statement: Statement }) {
  const { organisationId: _, difference, unlisted, ...terms } = statement;
  return (
    <>
      <Figures
        of={Object.entries(terms).map(([name, tokens]) => [
          name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`),
          tokens,
        ])}
      />
      <p class={difference === 0 && unlisted === 0 ? "notice" : "alert"}>
        {difference === 0 && unlisted === 0
          ? "The movements add up to balance minus owed."
          : `The movements and the balance differ by ${difference} tokens, and ${unlisted} charged tokens have no call.`}
      </p>
    </>
  );
}
