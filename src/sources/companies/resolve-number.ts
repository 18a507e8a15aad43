import type { SourceContext } from "../../platform/outbound/context.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findLeis, lookUpNumber, registersOf } from "../registers/registers.ts";
import { domainOf, type Fact } from "./match-entity.ts";
import { conclude, nothing, observe, type Resolution } from "./resolution.ts";
import { noteAnswer } from "./unasked-registers.ts";

const MAX_LOOKUPS = 8;
/** Every German court has an "HRB 1234" of its own, so that a number without its court gives candidates only. */
const COURT_NUMBER_CONFIDENCE = 0.3;

/** The entity with a number. One register's answer is exact; a number that several registers or courts may have is ambiguous. */
export async function resolveNumber(context: SourceContext, numbers: LegalNumber[]): Promise<Resolution> {
  const result = nothing("number_not_in_register");
  let asked = 0;
  const keep = (record: RegisterRecord, number: LegalNumber) => {
    if (result.candidates.some((other) => other.record?.id === record.id)) return;
    const agrees: Fact[] = [{ fact: "number_equal", value: number.number, url: record.url }];
    result.candidates.push({
      record,
      site: null,
      domain: domainOf(record.website),
      agrees,
      disagrees: [],
      confidence: number.scheme === "DE_HR" ? COURT_NUMBER_CONFIDENCE : 1,
    });
  };
  for (const given of numbers.slice(0, MAX_LOOKUPS)) {
    const number = registerNumberOfVat(given) ?? given;
    let isFound = false;
    for (const { register, answer } of await lookUpNumber(context, given)) {
      if (noteAnswer(result, register, answer)) asked++;
      if (answer.status === "not_found" && answer.isWithheld) result.reason = "number_valid_name_withheld";
      if (answer.status !== "found") continue;
      keep(answer.data, given);
      observe(result, answer);
      isFound = true;
    }
    // GLEIF has the national numbers of entities with an LEI, also where their register cannot be asked.
    if (!isFound && number.kind === "register" && number.country !== "US") {
      const answer = await findLeis(context, number);
      if (noteAnswer(result, "gleif", answer)) asked++;
      if (answer.status === "found" && (answer.data.length === 1 || number.scheme === "DE_HR")) {
        for (const record of answer.data) keep(record, number);
        observe(result, answer);
      }
    }
  }
  const { winner, ...concluded } = doubtNumber(conclude(result, asked), numbers);
  return winner?.confidence === COURT_NUMBER_CONFIDENCE
    ? { ...concluded, winner: null, isAmbiguous: true, reason: "several_registers_have_this_number" }
    : { ...concluded, winner };
}

/** Eight digits without a country may be British or Dutch: unless both were looked up, a hit is only likely. */
function doubtNumber(result: Resolution, numbers: LegalNumber[]): Resolution {
  const known = [result.winner?.record?.number, ...(result.winner?.record?.otherNumbers ?? [])];
  const open = numbers.filter(
    ({ scheme, isValid }) =>
      isValid === null && !known.some((number) => number?.scheme === scheme) && !canAsk(result, scheme),
  );
  if (!result.winner || open.length === 0 || numbers.length < 2) return result;
  result.winner.confidence = 0.9;
  result.winner.disagrees.push({
    fact: "number_fits_other_registers",
    here: result.winner.record?.number.scheme ?? "",
    there: `${open.map(({ scheme }) => scheme).join(", ")} not looked up; send country to be sure`,
  });
  return result;
}

function canAsk(result: Resolution, scheme: string): boolean {
  return registersOf(scheme).some(
    ({ name }) =>
      !result.notConfigured.some(({ register }) => register === name) &&
      !result.unavailable.some(({ register }) => register === name),
  );
}
