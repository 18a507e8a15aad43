import * as z from "zod";
import { words } from "../../lib/words.ts";
import { REGISTERS } from "../../sources/registers/registers.ts";
import { rows } from "../tool.ts";

/** Why a company's site has no answer, or must not be fetched. */
export const SITE_REASONS =
  words(`domain_has_no_dns disallowed_by_robots blocked_by_site payment_required home_page_not_found home_page_is_not_a_page
  redirects_to_social_network domain_for_sale domain_is_parked`);

/** Why no source that knows companies found anything. */
export const COMPANY_REASONS = [
  ...SITE_REASONS,
  ...words("not_in_directory home_page_names_no_company not_proved_in_a_register unknown_to_vendor"),
];

/** Why a legal entity was not found or not proved. */
export const ENTITY_REASONS = [
  ...SITE_REASONS,
  ...words(`no_legal_entity_on_site several_entities_or_no_proof name_not_found name_alone_is_no_proof number_not_in_register
    register_not_asked number_valid_name_withheld several_registers_have_this_number inputs_contradict_each_other
    nothing_asked not_found`),
];

/** Why no open positions, or not all of them, were read. */
export const JOB_REASONS = [
  ...SITE_REASONS,
  ...words(`no_careers_page_found no_open_positions_found careers_page_not_read positions_not_described board_not_found
    board_not_read board_not_confirmed board_truncated board_failed board_unavailable board_timeout`),
];

/** Why a signal could not be looked for, or has no earlier look to compare with. */
export const SIGNAL_REASONS = [
  ...JOB_REASONS,
  ...words("baseline_created no_known_technology not_on_trustpilot registrant_not_matched"),
];

/** Why a source failed while the tool continued without it. */
export const FAILURE_REASONS =
  words(`not_configured timeout rate_limited unavailable upstream_error upstream_timeout upstream_unavailable
  temporarily_unavailable internal_error`);

/** Why a source of a signal is missing from an answer. */
export const GAP_REASONS = [
  ...SITE_REASONS,
  ...words("site_not_read dns_not_read resolver_unavailable"),
  ...FAILURE_REASONS,
];

/** Why a recognised careers page or job board was not read. */
export const COVERAGE_REASONS =
  words(`board_not_found board_not_read board_timeout board_failed board_unavailable drawn_by_script no_dns
  disallowed_by_robots blocked_by_site payment_required unreadable refused site_error timeout unavailable`);

/** Where signals are found. */
export const SIGNAL_SOURCES = words(`own_site job_board dns edgar gdelt hackernews theirstack trustpilot`);
export const JOB_SOURCES = ["own_site", "job_board", "theirstack"];
export const PEOPLE_SOURCE_CODES = ["directory", "own_site", "pdl", "brave"];
export const REGISTER_NAMES = REGISTERS.map(({ name }) => name);

/** One of `codes`. As {@link codeField}, but never null. */
export function oneOf(codes: readonly string[]) {
  return z.string().meta({ enum: [...new Set(codes)] });
}

/** Sources that are missing from an answer. */
export function missingSources(sources: readonly string[], reasons: readonly string[]) {
  return rows({ source: oneOf(sources), reason: oneOf(reasons) });
}

/** One of our codes, or null. The schema lists them; clients accept a code that is added later, as with a new field. */
export function codeField(codes: readonly string[], description: string) {
  return oneOf(codes).nullable().describe(description);
}

/** The `source` of an answer from a job board, from pages or from a vendor. */
export function sourceOfJobs(board: string | null): string | null {
  return board === null || board === "own_site" || board === "theirstack" ? board : "job_board";
}
