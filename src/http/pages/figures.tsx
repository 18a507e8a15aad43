import type { Child } from "hono/jsx";
import { TOKENS_PER_USD } from "../../constants.ts";
import { formatCents, formatChange, formatCount } from "../../lib/numbers.ts";

/** What tokens cost, as `$1.20`. */
export function dollarsOfTokens(tokens: number): string {
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

export function Figures({ of: figures }: { of: [label: string, value: Child][] }) {
  return (
    <dl class="figures">
      {figures.map(([label, value]) => (
        <Figure label={label}>{value}</Figure>
      ))}
    </dl>
  );
}

/** A number under its name, inside `<dl class="figures">`. Numbers get their separators. */
export function Figure({ label, children }: { label: string; children: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{typeof children === "number" ? formatCount(children) : children}</dd>
    </div>
  );
}
