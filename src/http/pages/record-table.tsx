import type { Child } from "hono/jsx";
import { formatCount } from "../../lib/numbers.ts";

/** A column of {@link Records}; one of numbers is aligned to the right. */
type Column = string | { label: string; isNumber: true };

/** Columns of numbers. */
export const numbers = (...labels: string[]): Column[] => labels.map((label) => ({ label, isNumber: true }));

type RecordsProps = { columns: Column[]; rows: Child[][]; none?: string };

/** A table whose rows turn into labelled lines on a phone. Without rows it says `none`. Cells that are numbers get their separators. */
export function Records({ columns, rows, none }: RecordsProps) {
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
