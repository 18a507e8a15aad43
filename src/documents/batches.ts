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
    `\`create_batch\` runs a data tool for up to ${MAX_BATCH_INPUTS} inputs in the background. It costs what single calls cost: equal inputs are charged once, what is not found is as free as in a single call, and failed inputs cost nothing.`,

    heading("From a list to its results", "steps"),
    "Ask for the price first. It lists invalid lines by number; they cost nothing and do not stop the others:",
    {
      kind: "code",
      code: `curl "${create}&dry_run=true" -H "Authorization: Bearer $API_KEY" -H "Content-Type: text/csv" --data-binary @list.csv`,
      language: "sh",
    },
    "Then start it under a cap. The cap is taken out of the balance now, and what is not used comes back at the end:",
    {
      kind: "code",
      code: `curl "${create}&max_tokens=500" -H "Authorization: Bearer $API_KEY" -H "Content-Type: text/csv" -H "Idempotency-Key: list-1" --data-binary @list.csv`,
      language: "sh",
    },
    "The answer is 202 with the batch. Ask for it after the seconds of `Retry-After` (`poll_after_seconds` over MCP), until `status` is `ended`, and take the file:",
    {
      kind: "code",
      code: `curl "${baseUrl}${PATHS.tools}/get_batch?id=$ID" -H "Authorization: Bearer $API_KEY"\ncurl "${baseUrl}${PATHS.tools}/batches/$ID/results.csv" -H "Authorization: Bearer $API_KEY" -o results.csv`,
      language: "sh",
    },
    '`unanswered.csv` in place of `results.csv` has the lines without a result, to be corrected and sent again. JSON works as well: `{"tool": …, "inputs": [{"domain": …, "custom_id": …}]}`.',

    heading("What a list may be", "lists"),
    {
      kind: "list",
      items: [
        `At most ${MAX_BATCH_INPUTS} inputs and ${BATCH_BODY_BYTES / 1_000_000} MB; over MCP a message has 64 kB.`,
        "CSV in UTF-8 with a header line. Commas, semicolons, tabs or bars; quoted line breaks.",
        'A column is the argument of its name. Without one, names of CRM exports count: `Company Domain Name`, `Website URL`, `Email`, `First Name`, `Last Name`. With JSON, `columns` maps them: `{"csv": …, "columns": {"Firm": "domain"}}`.',
        "`custom_id` is your own id of a line. It and all other columns come back unchanged.",
      ],
    },

    heading("Results", "results"),
    "`results.csv` has your own columns under their own names, then `status`, `tokens_charged`, `error` and the fields of the tool's answer. It imports into HubSpot, Clay and spreadsheets as it is. `results.jsonl` has whole answers, one a line. Both are complete at any time: lines that wait are `pending`.",
    {
      kind: "table",
      head: ["status of a line", "Meaning"],
      rows: [
        ["`succeeded`", "`result` is the tool's answer; it may say `not_found`"],
        ["`failed`", "`error` says why. Sources that fail are asked three times"],
        ["`invalid`", "The tool does not take these arguments"],
        ["`skipped`", "The cap was reached"],
        ["`cancelled`, `expired`", "The batch was cancelled, its key was revoked, or 24 hours were over"],
      ],
    },

    heading("Limits", "limits"),
    {
      kind: "list",
      items: [
        `${BATCH_WINDOW.anonymous} inputs of an anonymous organisation run at once, ${BATCH_WINDOW.free} of a free one, ${BATCH_WINDOW.paid} of one that has paid. A site is asked for one page a second.`,
        `${MAX_RUNNING_BATCHES} batches of an organisation run, others wait; ${MAX_UNFINISHED_BATCHES} may be unfinished.`,
        `Results are kept for ${BATCH_RESULTS_DAYS} days, ${BATCH_RESULTS_DAYS_OF_PEOPLE} for tools about people. \`delete_batch\` deletes them earlier.`,
        `\`deliver\` names endpoints that are told of the end: see [Webhooks](${baseUrl}${twinOf(PATHS.webhooks)}).`,
        "An MCP client that declares the extension `io.modelcontextprotocol/tasks` gets a task, and `tasks/get` and `tasks/cancel` follow and stop it.",
      ],
    },
  ];
}
