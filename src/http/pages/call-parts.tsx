import type { Child } from "hono/jsx";
import { timeOfId } from "../../lib/ids.ts";
import type { Step } from "../../lib/steps.ts";
import { Figures, numbers, Records, Tokens } from "./figures.tsx";
import { Time } from "./private-page.tsx";

/** A code of an error or an answer; a failed call's looks like one. */
export function Result({ of: { status, code } }: { of: { status: number; code: string } }) {
  return <span class={status < 400 ? "badge" : "badge bad"}>{code}</span>;
}

type Call = {
  id: string;
  tool: string;
  status: number;
  code: string;
  field?: string | undefined;
  isWarm?: boolean | undefined;
  tokens: number;
  milliseconds: number;
  steps: Step[];
};

/** A call with its steps; `more` are facts for one reader only. */
export function CallFacts({ of: call, more }: { of: Call; more: ([label: string, value: Child] | false)[] }) {
  return (
    <>
      <Figures
        look="facts"
        of={[
          ["Time", <Time at={timeOfId(call.id)} />],
          ["Tool", <code>{call.tool}</code>],
          ["Result", <Result of={call} />],
          ["HTTP status", String(call.status)],
          call.field !== undefined && ["Field at fault", <code>{call.field}</code>],
          call.isWarm !== undefined && ["Answered from", call.isWarm ? "what is stored" : "its sources"],
          ["Tokens", <Tokens of={call.tokens} />],
          ["Milliseconds", call.milliseconds],
          ...more,
        ]}
      />
      <Steps of={call.steps} />
    </>
  );
}

/** The steps of a call. Steps at the same time overlap. */
function Steps({ of: steps }: { of: Step[] }) {
  const beganAt = Math.min(...steps.map(([, at]) => at));
  return (
    <>
      <h2>Steps</h2>
      <Records
        none="It asked nothing: it was refused, or answered from memory."
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
