import { HOUR_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import { type OfficerChange, readOfficerChanges } from "../../readers/news/officer-changes.ts";
import { Document } from "../../readers/page/document.ts";
import { RegisterUnavailable } from "../registers/ask-register.ts";
import { secClient } from "../registers/sec.ts";
import type { Filing } from "./edgar.ts";

type Look = { isRead: boolean; changes: OfficerChange[] | null };

/** The people in item 5.02 of a Form 8-K; empty when unreadable, null about pay only. Kept 6 hours. Never throws. */
export async function officerChanges(
  context: SourceContext,
  domain: string,
  filing: Filing,
): Promise<OfficerChange[] | null> {
  if (filing.url.endsWith("/")) return [];
  const ttlMs = ({ isRead }: Look) => (isRead ? 6 * HOUR_MS : 0);
  const look = await cached(context, "officer_changes", `${domain} ${filing.accession}`, ttlMs, () =>
    read(context, filing.url),
  );
  return look.data.changes;
}

async function read(context: SourceContext, url: string): Promise<Look> {
  const unread: Look = { isRead: false, changes: [] };
  try {
    const { httpStatus, text } = await secClient(context).ask(url, {}, [403, 404, 500, 503], "text");
    if (httpStatus !== 200) return { ...unread, isRead: httpStatus === 404 };
    const lines = legalLines(Document.parse(text, new URL(url))).map((line) => line.text);
    return { isRead: true, changes: readOfficerChanges(lines.join("\n")) };
  } catch (error) {
    if (error instanceof RegisterUnavailable) return unread;
    throw error;
  }
}
