import type { Child } from "hono/jsx";
import { TOKENS_PER_USD } from "../../constants.ts";
import { formatCents, formatChange, formatCount } from "../../lib/numbers.ts";

/** What tokens cost, as `$1.20`. */
function dollarsOfTokens(tokens: number): string {
  return formatCents((tokens * 100) / TOKENS_PER_USD);
}

/** Tokens with what they cost; `isChange` gives a movement its sign. */
export function Tokens({ of: tokens, isChange }: { of: number; isChange?: boolean }) {
  return (
    <>
      {isChange ? formatChange(tokens) : formatCount(tokens)} <span class="dollars">{dollarsOfTokens(tokens)}</span>
    </>
  );
}

/** A link whose text is an identifier. */
export function IdLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to}>
      <code>{children}</code>
    </a>
  );
}

type FiguresProps = { of: (readonly [label: string, value: Child] | false)[]; look?: "figures" | "facts" };

/** Values under their names, or as `facts` beside them; without those that are false. Numbers get their separators. */
export function Figures({ of: figures, look = "figures" }: FiguresProps) {
  return (
    <dl class={look}>
      {figures.map(
        (figure) =>
          figure && (
            <div>
              <dt>{figure[0]}</dt>
              <dd>{typeof figure[1] === "number" ? formatCount(figure[1]) : figure[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What `checkReadiness` has found. */
export function Readiness({ of: checks }: { of: Record<string, string> }) {
  return (
    <ul>
      {Object.entries(checks).map(([name, check]) => (
        <li>
          {name.replace("_", " ")}: <strong>{check}</strong>
        </li>
      ))}
    </ul>
  );
}

/** A column of {@link Records}; one of numbers is aligned to the right. */
type Column = string | { label: string; isNumber: true };

/** Columns of numbers. */
export const numbers = (...labels: string[]): Column[] => labels.map((label) => ({ label, isNumber: true }));

/** A table whose rows turn into labelled lines on a phone. Without rows it says `none`. Cells that are numbers get their separators. */
export function Records({ columns, rows, none }: { columns: Column[]; rows: Child[][]; none?: string }) {
  if (rows.length === 0) return none ? <p>{none}</p> : null;
  const shown = columns.map((column) => (typeof column === "string" ? { label: column, isNumber: false } : column));
  return (
    <div class="table">
      <table class="records">
        <thead>
          <tr>
            {shown.map(({ label, isNumber }) => (
              <th scope="col" class={isNumber ? "number" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, index) => (
                <td data-label={shown[index]?.label} class={shown[index]?.isNumber ? "number" : undefined}>
                  {typeof cell === "number" ? formatCount(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
