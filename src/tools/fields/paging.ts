import * as z from "zod";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
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

/** The pages of the list that `query` names. */
export function pagesOf(config: Config, query: unknown) {
  const seal = (place: string) => sealCursor(config, query, place);
  return {
    open: (cursor: string | null | undefined) => openCursor(config, query, cursor),
    seal,
    /** The end of a page, from the place of its last item; null on the last page. */
    end: async (place: string | null) => pageEnd(place === null ? null : await seal(place)),
  };
}

/** A signed cursor for a place (letters, digits, `_`) in the list that `query` names; it opens for no other. */
export async function sealCursor(config: Config, query: unknown, place: string): Promise<string> {
  const { sign } = await signer(config, "cursor");
  return `${place}.${(await sign(signed(query, place))).subarray(0, TAG_BYTES).toHex()}`;
}

/** The place of a cursor of this query; null without a cursor. Throws `invalid_request` for any other text. */
export async function openCursor(config: Config, query: unknown, cursor: string | null | undefined) {
  if (cursor === null || cursor === undefined) return null;
  const [, place, tag = ""] = CURSOR.exec(cursor) ?? [];
  const { verify } = await signer(config, "cursor");
  if (place !== undefined && (await verify(signed(query, place), Uint8Array.fromHex(tag)))) return place;
  const message = "is not a cursor of this query. Send `next_cursor` of the page before, with the same arguments.";
  throw new AppError("invalid_request", `cursor ${message}`, { fields: { errors: [{ path: "cursor", message }] } });
}

function signed(query: unknown, place: string) {
  return utf8(JSON.stringify([query, place]));
}
