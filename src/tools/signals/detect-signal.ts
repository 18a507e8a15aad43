import * as z from "zod";
import { DETECTOR_TIME_LIMIT_MS } from "../../constants.ts";
import { AppError, asAppError } from "../../errors.ts";
import { isoTime } from "../../lib/ids.ts";
import { log } from "../../lib/log.ts";
import { untilAborted } from "../../lib/within-time.ts";
import { prose } from "../../lib/words.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { FAILURE_REASONS, GAP_REASONS, oneOf, SIGNAL_REASONS, SIGNAL_SOURCES } from "../fields/answer-codes.ts";
import { standardFields } from "../fields/answers.ts";
import { defineTool, list } from "../tool.ts";
import { DETECTORS, readOrder } from "./detectors.ts";
import type { CompanyLookups, Detection, Detector } from "./shared/detector.ts";
import { begin, noteDomain, sawNothing, UNSEEN } from "./shared/detector.ts";
import { technologyList } from "./signal-technologies-identified.ts";

type Outcome =
  | { status: "checked"; found: Detection }
  | { status: "skipped"; reason: (typeof SKIP_REASONS)[number] }
  | { status: "error"; reason: string; error: AppError };

const DETECTOR_NAMES = DETECTORS.map(({ name }) => name);
const SKIP_REASONS = ["not_configured", "baseline_created", "needs_input", "omitted"] as const;
const reasoned = (reasons: readonly string[]) =>
  z.array(z.looseObject({ signal: oneOf(DETECTOR_NAMES), reason: oneOf(reasons) }));

export const detectSignal = defineTool({
  name: "detect_signal",
  category: "signals",
  cost: 15,
  title: "Detect all signals",
  description: `Runs all signal detectors on a company in parallel and returns those that fired, with evidence:
    technologies in use (give techs), hiring, funding, leadership changes, news, website changes, reviews. Every
    detector is in exactly one of checked, skipped (with why) and errors. The whole call takes at most 8 seconds.
    Change signals compare with an earlier snapshot: the first call for a domain stores a baseline, and the domain is
    then checked once a day. set_signals_order sets which detectors run and in what order.`,
  input: z.object({
    domain: companyDomain,
    techs: technologyList.optional().describe("Technologies to look for, by name or vendor domain"),
  }),
  output: z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    signals: list("Signals that fired, in your organisation's order", {
      signal_name: z.string().describe("Name of the detector and of its own tool"),
      category: z.string(),
      is_detected: z.literal(true),
      strength: z.number().min(0).max(1).describe("Strength of the signal, 0 to 1"),
      summary: z.string().describe("One sentence about what was found"),
      observed_at: z.string(),
      evidence: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
      data: z.looseObject({}).describe("The answer of the detector's own tool"),
    }),
    checked: z.array(z.string()).describe("Detectors that completed, whether they fired or not"),
    skipped: reasoned(SKIP_REASONS).describe("Detectors that did not run, and the reason"),
    errors: reasoned([...SIGNAL_REASONS, ...FAILURE_REASONS, "not_found"]).describe(
      "Detectors that failed, and the reason",
    ),
    incomplete: list("Sources that were unavailable to a checked detector", {
      signal: oneOf(DETECTOR_NAMES),
      source: oneOf(SIGNAL_SOURCES),
      reason: oneOf(GAP_REASONS),
    }),
    status: z.enum(["ok", "partial"]).describe("partial when a detector is in errors"),
    ...standardFields(SIGNAL_SOURCES),
  }),
  example: { domain: "acme-robotics.example", techs: ["intercom.com", "zendesk.com"] },
  async run({ domain, techs = [] }, context) {
    const { order, omitted } = await readOrder(context.env.DB, context.caller.organisationId);
    const company = begin(context, domain, DETECTOR_TIME_LIMIT_MS);
    const chosen = order.flatMap((name) => DETECTORS.find((detector) => detector.name === name) ?? []);
    // In parallel under one deadline, so that no detector delays the others.
    const outcomes = await Promise.all(
      chosen.map(async (detector) => ({ detector, ...(await detect(company, detector, techs)) })),
    );
    refuseEmpty(outcomes);
    const isSiteUnseen = outcomes.some((outcome) => outcome.status === "error" && UNSEEN.has(outcome.reason));
    if (!isSiteUnseen) noteDomain(context, domain);

    const checked = outcomes.filter((outcome) => outcome.status === "checked");
    const fired = checked.filter(({ found }) => found.isDetected);
    const of = (status: "skipped" | "error") =>
      outcomes.flatMap((outcome) =>
        outcome.status === status ? [{ signal: outcome.detector.name, reason: outcome.reason }] : [],
      );
    const errors = of("error");
    return {
      domain,
      signals: fired.map(({ detector: { name, category }, found }) => {
        const { strength, summary, observedAt, evidence, data } = found;
        const told = { strength, summary, observed_at: isoTime(observedAt), evidence, data };
        return { signal_name: name, category, is_detected: true as const, ...told };
      }),
      checked: checked.map(({ detector }) => detector.name),
      skipped: [...of("skipped"), ...omitted.map((signal) => ({ signal, reason: "omitted" }))],
      errors,
      incomplete: checked.flatMap(({ detector, found }) =>
        (found.incomplete ?? []).map((missing) => ({ signal: detector.name, ...missing })),
      ),
      status: errors.length > 0 ? ("partial" as const) : ("ok" as const),
      source: fired[0]?.found.source ?? null,
      confidence: Math.max(0, ...fired.map(({ found }) => found.confidence)),
      // The evidence of each signal is beside it.
      evidence: fired[0]?.found.evidence.slice(0, 1) ?? [],
      observed_at: isoTime(Math.min(Date.now(), ...checked.map(({ found }) => found.observedAt))),
      cached: checked.length > 0 && checked.every(({ found }) => found.cached),
    };
  },
});

async function detect(company: CompanyLookups, detector: Detector, techs: unknown[]): Promise<Outcome> {
  if (company.context.config.TOOLS_OFF.includes(detector.name)) return { status: "skipped", reason: "not_configured" };
  const input = detector.inputFrom ? detector.inputFrom({ techs }) : {};
  if (!input) return { status: "skipped", reason: "needs_input" };
  try {
    const found = await untilAborted(detector.run(company, input), company.context.signal, outOfTime);
    if (found.reason === "baseline_created") return { status: "skipped", reason: "baseline_created" };
    if (!sawNothing(found)) return { status: "checked", found };
    const reason = found.reason ?? "not_found";
    const error = new AppError("upstream_error", `The site could not be read: ${reason}.`);
    return { status: "error", reason, error };
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.code === "not_configured") return { status: "skipped", reason: "not_configured" };
    if (error.code === "internal_error") {
      log("error", "detector_failed", { detector: detector.name, cause: error.cause });
    }
    return { status: "error", reason: error.code === "upstream_timeout" ? "timeout" : error.code, error };
  }
}

function outOfTime(): never {
  throw new AppError("upstream_timeout", "The detector ran out of time.");
}

/** When no detector could look, the call fails and is not charged. */
function refuseEmpty(outcomes: Outcome[]): void {
  const counts = (outcome: Outcome) =>
    outcome.status === "checked" || (outcome.status === "skipped" && outcome.reason === "baseline_created");
  if (outcomes.some(counts)) return;
  const cause = outcomes.flatMap((outcome) => (outcome.status === "error" ? [outcome.error] : []));
  if (cause.length > 0)
    throw new AppError("upstream_error", "No detector could read its sources. Try again later.", { cause });
  const detail = prose`No detector could run: those in your order need a vendor key from the operator or more input. See
    set_signals_order and techs.`;
  throw new AppError("not_configured", detail);
}
