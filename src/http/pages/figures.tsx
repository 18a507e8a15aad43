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
