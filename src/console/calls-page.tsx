import { AppError } from "../errors.ts";
import { CallFacts, Result } from "../http/pages/call-parts.tsx";
import { IdLink, numbers, Records } from "../http/pages/figures.tsx";
import { Choice, Field, Form, Time } from "../http/pages/private-page.tsx";
import { CALL_LOG_DAYS, type Subject } from "../ledger/call-log.ts";
import {
  CALL_CURSOR,
  findCall,
  keepsSubjects,
  listCalls,
  type ShownCall,
  setKeepsSubjects,
} from "../ledger/read-call-log.ts";
import { timeOfId } from "../lib/ids.ts";
import { withholdPeopleOfEvent } from "../privacy/withhold.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { ALL, filterQuery, ListFilter, ListPages, MAX_TEXT_LENGTH, readCursor, readPeriod } from "./list-filter.tsx";
import { listPayers, Payer } from "./payers.tsx";

const PAGE_ROWS = 50;
const OUTCOMES: [string, string][] = [ALL, ["delivered", "Delivered"], ["failed", "Failed"]];

async function callsPage(visit: Visit) {
  const { c, env, organisationId } = visit;
  const query = filterQuery(c, ["q", "tool", "outcome", "payer", "from", "to"]);
  const [requestId, tool, payer, outcome] = ["q", "tool", "payer", "outcome"].map((name) => query.get(name));
  const cursor = readCursor(c, CALL_CURSOR);
  const filter = { ...readPeriod(query), ...(tool && { tool }), ...(payer && { payer }), ...(outcome && { outcome }) };
  const list = () => listCalls(env, c.var.config, organisationId, { ...filter, limit: PAGE_ROWS, cursor });
  const [page, payers, keeps] = await Promise.all([
    requestId ? findOne(visit, requestId) : list(),
    listPayers(env.DB, organisationId),
    keepsSubjects(env.DB, organisationId),
  ]);
  const calls = await Promise.all(page.calls.map((call) => withheld(env, call)));
  return (
    <>
      <p>
        Every call of the last {CALL_LOG_DAYS} days, also those that were refused or free. A call is listed a second or
        two after its answer.
      </p>
      <ListFilter path={CONSOLE.calls} query={query} payers={payers} text="Request id">
        <Field id="tool" label="Tool" value={tool ?? ""} maxlength={MAX_TEXT_LENGTH} />
        <Choice id="outcome" label="Result" chosen={outcome ?? ""} options={OUTCOMES} />
      </ListFilter>
      <Records
        none={query.size > 0 ? "Nothing matches." : "No calls in these days."}
        columns={["Time", "Tool", ...(keeps ? ["Asked about"] : []), "Result", ...numbers("Tokens", "ms"), "Request"]}
        rows={calls.map((call) => [
          <Time at={timeOfId(call.id)} />,
          <code>{call.tool}</code>,
          ...(keeps ? [subjectText(call.subject)] : []),
          [<Result of={call} />, " ", call.field && <code>{call.field}</code>],
          call.tokens,
          call.milliseconds,
          <IdLink to={CONSOLE.call.replace(":id", call.id)}>{call.id}</IdLink>,
        ])}
      />
      <ListPages path={CONSOLE.calls} query={query} cursor={cursor} next={page.next_cursor} />
      <h2>What was asked about</h2>
      <p>
        {keeps
          ? "Domains, names and addresses that calls ask about are kept with them, encrypted."
          : "The log has no domains, names or addresses that calls ask about, unless you switch it on."}{" "}
        Privacy requests find and erase them.
      </p>
      <Form
        to="subjects"
        hidden={{ keeps: keeps ? "0" : "1" }}
        submit={keeps ? "Stop, and delete what is kept" : "Keep what is asked about"}
      />
    </>
  );
}

/** One call; of another organisation it is 404. */
async function callPage(visit: Visit) {
  const [found] = (await findOne(visit, visit.c.req.param("id") ?? "")).calls;
  if (!found) throw new AppError("not_found", `The log of the last ${CALL_LOG_DAYS} days has no such call.`);
  const call = await withheld(visit.env, found);
  const payers = await listPayers(visit.env.DB, visit.organisationId);
  return (
    <>
      <p>
        <code>{call.id}</code>
      </p>
      <CallFacts
        of={call}
        more={[
          call.subject !== null && ["Asked about", subjectText(call.subject)],
          ["Paid by", <Payer id={call.payer} of={payers} />],
        ]}
      />
      <p>
        <a href={`${CONSOLE.transactions}?q=${call.id}`}>Its transactions</a> · <a href={CONSOLE.calls}>All calls</a>
      </p>
    </>
  );
}

async function findOne({ c, env, organisationId }: Visit, requestId: string) {
  const call = await findCall(env, c.var.config, organisationId, requestId);
  return { calls: call ? [call] : [], next_cursor: null };
}

/** A person who has objected since is withheld, as in every answer. */
async function withheld(env: Env, { subject, ...call }: ShownCall): Promise<ShownCall> {
  return { ...call, subject: subject && ((await withholdPeopleOfEvent(env, subject)) as Subject) };
}

function subjectText(subject: Subject | null): string {
  const fields = Object.entries(subject ?? {});
  return fields.length > 0 ? fields.map(([field, value]) => `${field}: ${value}`).join(", ") : "–";
}

export const call: ConsolePage = { title: "Call", view: callPage };
export const calls: ConsolePage = {
  title: "Calls",
  view: callsPage,
  forms: {
    async subjects({ env, organisationId }, form) {
      const keeps = form.get("keeps") === "1";
      await setKeepsSubjects(env, organisationId, keeps);
      return keeps
        ? "What calls ask about is kept from now on."
        : "What calls asked about is deleted, and no longer kept.";
    },
  },
};
