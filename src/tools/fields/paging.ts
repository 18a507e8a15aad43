import * as z from "zod";
import type { Config } from "../../config.ts";
import { invalidField } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { signer } from "../../platform/secrets.ts";
import { type ToolContext, text } from "../tool.ts";

const TAG_BYTES = 16;
const CURSOR = /^(\w{1,100})\.([0-9a-f]{32})$/;

export const cursorInput = z.string().max(200).describe("From next_cursor");

/** The input fields of a list's pages. */
export function pageFields(what: string, { usual, most }: { usual: number; most: number }) {
  const limit = z.int().min(1).max(most).default(usual).describe(`${what} per page`);
  return { limit, cursor: cursorInput.optional() };
}

/** How every list ends that has pages, but for those with `page`, which the source document asks for. */
export const nextPage = {
  next_cursor: text.describe("Pass it as cursor for the next page; null on the last one"),
  has_more: z.boolean().describe("Whether there is a next page"),
};

/** The fields of {@link nextPage}, from the cursor of the next page. */
export function pageEnd(cursor: string | null) {
  return { next_cursor: cursor, has_more: cursor !== null };
}

/** The pages of one of the caller's own lists; `list` names it and its filters. Its cursors open for nothing else. */
export function ownPages({ config, caller }: Pick<ToolContext, "config" | "caller">, ...list: unknown[]) {
  return pagesOf(config, [caller.organisationId, ...list]);
}

/** The pages of the list that `query` names. Places are letters, digits and `_`; their signed cursors open for no other list. */
export function pagesOf(config: Config, query: unknown) {
  const signed = (place: string) => utf8(JSON.stringify([query, place]));
  const seal = async (place: string) => {
    const { sign } = await signer(config, "cursor");
    return `${place}.${(await sign(signed(place))).subarray(0, TAG_BYTES).toHex()}`;
  };
  return {
    seal,
    /** The place of a cursor; null without one. Throws `invalid_request` for any other text. */
    async open(cursor: string | null | undefined): Promise<string | null> {
      if (cursor === null || cursor === undefined) return null;
      const [, place, tag = ""] = CURSOR.exec(cursor) ?? [];
      const { verify } = await signer(config, "cursor");
      if (place !== undefined && (await verify(signed(place), Uint8Array.fromHex(tag)))) return place;
      const message = "is not a cursor of this query. Send `next_cursor` of the page before, with the same arguments.";
      throw invalidField("cursor", message, `cursor ${message}`);
    },
    /** The end of a page, from the place of its last item; null on the last page. */
    end: async (place: string | null) => pageEnd(place === null ? null : await seal(place)),
  };
}
