import * as z from "zod";

/** An ISO 8601 date, or a time with an offset, as the caller wrote it. */
export const moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "must be an ISO 8601 date or time, e.g. 2026-11-01 or 2026-11-01T09:00:00Z",
);
