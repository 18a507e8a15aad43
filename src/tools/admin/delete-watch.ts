import * as z from "zod";
import { scopeOf } from "../../ledger/payer.ts";
import { deleteWatch as endWatch } from "../../watches/watch-store.ts";
import { adminTool } from "../tool.ts";
import { EXAMPLE_WATCH, noSuchWatch, watchId } from "./watch-fields.ts";

export const deleteWatch = adminTool({
  name: "delete_watch",
  title: "Delete a watch",
  description: `Permanently ends a watch. Its companies are no longer looked at, nothing more is charged, and its withheld events are
    dropped. Delivered events stay readable with list_watch_events. To stop it for a while, use update_watch with status paused.`,
  input: z.object({ id: watchId }),
  output: z.looseObject({ id: z.string(), status: z.literal("deleted") }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: EXAMPLE_WATCH },
  errors: ["not_found"],
  async run({ id }, { env, caller }) {
    if (!(await endWatch(env.DB, scopeOf(caller), id))) throw noSuchWatch();
    return { id, status: "deleted" as const };
  },
});
