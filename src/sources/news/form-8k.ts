import type { SourceContext } from "../../platform/outbound/context.ts";
import { type OfficerChange, readOfficerChanges } from "../../text/officer-changes.ts";
import { RegisterUnavailable } from "../registers/ask-register.ts";
import { secClient } from "../registers/sec.ts";
import { linesOf } from "../website/legal-text.ts";
import type { Filing } from "./edgar.ts";

/**
 * The people that item 5.02 of a Form 8-K names; empty when the document cannot be read or names none, null when the item is about pay
 * only. Never kept: the caller passes the names through the suppression list. Never throws.
 */
export async function officerChanges(context: SourceContext, { url }: Filing): Promise<OfficerChange[] | null> {
  if (url.endsWith("/")) return [];
  try {
    const { httpStatus, text } = await secClient(context).ask(url, {}, [403, 404, 500, 503], "text");
    if (httpStatus !== 200) return [];
    return readOfficerChanges(
      linesOf(text)
        .map((line) => line.text)
        .join("\n"),
    );
  } catch (error) {
    if (error instanceof RegisterUnavailable) return [];
    throw error;
  }
}
