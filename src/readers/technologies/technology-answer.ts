import type { FoundTechnology } from "./find-technologies.ts";
import type { MarkKind, Technology, TechnologyEvidence } from "./technology.ts";

/** Whether a company uses a technology, as far as that is visible from outside. */
type TechnologyAnswer = {
  status: "seen" | "not_seen" | "unknown";
  /** Why it is unknown; null otherwise. */
  reason: "not_in_catalogue" | "not_visible_from_outside" | "weak_evidence" | "site_not_read" | "dns_not_read" | null;
};

const DNS_KINDS: ReadonlySet<MarkKind> = new Set(["mx", "spf", "ns", "dmarc", "txt"]);

/** `not_seen` only where it would be visible and that place was read; otherwise `unknown`. */
export function answerFor(
  technology: Technology | null,
  found: FoundTechnology | undefined,
  extraEvidence: readonly TechnologyEvidence[],
  look: { hasPage: boolean; hasDns: boolean; isInCatalogue: boolean },
): TechnologyAnswer {
  const unknown = (reason: TechnologyAnswer["reason"]) => ({ status: "unknown" as const, reason });
  if (!technology) return unknown("not_in_catalogue");
  if (found?.isSeen) return { status: "seen", reason: null };
  const isDnsOnly = technology.marks.every(({ kind }) => DNS_KINDS.has(kind));
  if (isDnsOnly && !look.hasDns) return unknown("dns_not_read");
  if (!isDnsOnly && !look.hasPage) return unknown("site_not_read");
  if (found || extraEvidence.length > 0) return unknown("weak_evidence");
  if (!look.isInCatalogue) return unknown("not_in_catalogue");
  return technology.isVisible ? { status: "not_seen", reason: null } : unknown("not_visible_from_outside");
}
