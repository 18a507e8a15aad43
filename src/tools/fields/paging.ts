import * as z from "zod";

/** How every list ends that has pages, but for those with `page`, which the source document asks for. */
export const nextPage = {
  next_cursor: z.string().nullable().describe("Pass it as cursor for the next page; null on the last one"),
  has_more: z.boolean().describe("Whether there is a next page"),
};

/** The fields of {@link nextPage}, from the cursor of the next page. */
export function pageEnd(cursor: string | null) {
  return { next_cursor: cursor, has_more: cursor !== null };
}
