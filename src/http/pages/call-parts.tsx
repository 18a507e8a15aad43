import type { Step } from "../../lib/steps.ts";
import { numbers, Records } from "./record-table.tsx";

/** A code of an error or an answer; a failed call's looks like one. */
export function Result({ of: { status, code } }: { of: { status: number; code: string } }) {
  return <span class={status < 400 ? "badge" : "badge bad"}>{code}</span>;
}

/** The steps of a call. Steps at the same time overlap. */
export function Steps({ of: steps }: { of: Step[] }) {
  const beganAt = Math.min(...steps.map(([, at]) => at));
  return (
    <>
      <h2>Steps</h2>
      {steps.length === 0 && <p>It asked nothing: it was refused, or answered from memory.</p>}
      <Records
        columns={["Step", "Result", ...numbers("Began after ms", "Milliseconds")]}
        rows={steps.map(([name, at, milliseconds, result]) => [
          <code>{name}</code>,
          result === undefined ? "–" : String(result),
          at - beganAt,
          milliseconds,
        ])}
      />
    </>
  );
}
