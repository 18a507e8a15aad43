import {
  BATCH_BODY_BYTES,
  BATCH_RESULTS_DAYS,
  BATCH_RESULTS_DAYS_OF_PEOPLE,
  BATCH_WINDOW,
  MAX_BATCH_INPUTS,
  MAX_RUNNING_BATCHES,
  MAX_UNFINISHED_BATCHES,
} from "../config.ts";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { type Block, heading } from "./blocks.ts";

/** How to run a tool for a list. */
export function batchBlocks({ baseUrl }: Site): Block[] {
  const create = `${baseUrl}${PATHS.tools}/create_batch?tool=get_network_company`;
  return [
    `\`create_batch\` runs a data tool for up to ${MAX_BATCH_INPUTS} inputs in the background. Each input costs what a single call costs: equal inputs are charged once, misses are free as in single calls, and failed inputs cost nothing.`,

    heading("From a list to its results", "steps"),
    "Get an estimate first. It lists invalid lines by number; they cost nothing and do not stop the others:",
    {
      kind: "code",
      code: `curl "${create}&dry_run=true" -H "Authorization: Bearer $API_KEY" -H "Content-Type: text/csv" --data-binary @list.csv`,
      language: "sh",
    },
    "Then start the batch under a cap. The cap is reserved from the balance now, and the unused part is returned at the end:",
    {
      kind: "code",
      code: `curl "${create}&max_tokens=500" -H "Authorization: Bearer $API_KEY" -H "Content-Type: text/csv" -H "Idempotency-Key: list-1" --data-binary @list.csv`,
      language: "sh",
    },
    "The answer is 202 with the batch. Poll it after the seconds in `Retry-After` (`poll_after_seconds` over MCP) until `status` is `ended`, then download the file:",
    {
      kind: "code",
      code: `curl "${baseUrl}${PATHS.tools}/get_batch?id=$ID" -H "Authorization: Bearer $API_KEY"\ncurl "${baseUrl}${PATHS.tools}/batches/$ID/results.csv" -H "Authorization: Bearer $API_KEY" -o results.csv`,
      language: "sh",
    },
    '`unanswered.csv` has the lines without a result, to correct and send again. JSON works as well: `{"tool": …, "inputs": [{"domain": …, "custom_id": …}]}`.',

    heading("Format of a list", "lists"),
    {
      kind: "list",
      items: [
        `At most ${MAX_BATCH_INPUTS} inputs and ${BATCH_BODY_BYTES / 1_000_000} MB; over MCP a message has 64 kB.`,
        "CSV in UTF-8 with a header line. Separators are commas, semicolons, tabs or bars; quoted line breaks are allowed.",
        'A column is read as the argument of the same name. Names of CRM exports are recognised too: `Company Domain Name`, `Website URL`, `Email`, `First Name`, `Last Name`. With JSON, `columns` maps them: `{"csv": …, "columns": {"Firm": "domain"}}`.',
        "`custom_id` is your own id of a line. It and all other columns come back unchanged.",
      ],
    },

    heading("Results", "results"),
    "`results.csv` has your own columns under their own names, then `status`, `tokens_charged`, `error` and the fields of the tool's answer. It imports directly into HubSpot, Clay and spreadsheets. `results.jsonl` has the full answers, one per line. Both list every line at any time; lines that are waiting are `pending`.",
    {
      kind: "table",
      head: ["status of a line", "Meaning"],
      rows: [
        ["`succeeded`", "`result` is the tool's answer; it may say `not_found`"],
        ["`failed`", "`error` gives the reason. Failing sources are tried three times"],
        ["`invalid`", "The tool does not take these arguments"],
        ["`skipped`", "The cap was reached"],
        ["`cancelled`, `expired`", "The batch was cancelled, its key was revoked, or 24 hours had passed"],
      ],
    },

    heading("Limits", "limits"),
    {
      kind: "list",
      items: [
        `${BATCH_WINDOW.anonymous} inputs of an anonymous organisation run at once, ${BATCH_WINDOW.free} of a free one, ${BATCH_WINDOW.paid} of one that has paid. A site is asked for at most one page per second.`,
        `${MAX_RUNNING_BATCHES} batches of an organisation run, others wait; ${MAX_UNFINISHED_BATCHES} may be unfinished.`,
        `Results are kept for ${BATCH_RESULTS_DAYS} days, ${BATCH_RESULTS_DAYS_OF_PEOPLE} for tools about people. \`delete_batch\` deletes them earlier.`,
        `\`deliver\` names endpoints that are notified of the end: see [Webhooks](${baseUrl}${twinOf(PATHS.webhooks)}).`,
        "An MCP client that declares the extension `io.modelcontextprotocol/tasks` gets a task, which `tasks/get` follows and `tasks/cancel` stops.",
      ],
    },
  ];
}
