import { record } from "../../lib/loose-json.ts";
import { readLegalName } from "../../text/companies/legal-names.ts";
import { registerNumberOfVat } from "../../text/companies/legal-numbers.ts";
import { NameWithheld, RegisterUnavailable } from "./ask-register.ts";
import type { Register } from "./register.ts";
import { addressOf, entity, textOf } from "./register-fields.ts";

const API = "https://ec.europa.eu/taxation_customs/vies/rest-api/ms";
const BUSY_SECONDS = 60;

/**
 * The EU: VIES, VAT numbers and, in most countries, the holder's name and address (ec.europa.eu/taxation_customs/vies).
 * While a member state is busy or down the answer is `isValid: false` as well; only `userError: "INVALID"` means invalid.
 */
export const vies: Register = {
  name: "vies",
  title: "VIES, European Commission",
  country: null,
  schemes: [
    ..."AT BE BG CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV NL PL PT RO SE SI SK"
      .split(" ")
      .map((code) => `${code}_VAT`),
  ],
  licence: "European Commission legal notice",
  attribution: "VAT information exchange system (VIES), European Commission",
  keptForDays: 7,
  intervalMs: 500,
  async findByNumber({ ask }, given) {
    const prefix = given.number.slice(0, 2);
    const { httpStatus, body } = await ask(`${API}/${prefix}/vat/${given.number.slice(2)}`, {}, [400, 404]);
    const answer = record(body);
    if (answer.isValid !== true) {
      if (answer.userError === "INVALID" || answer.userError === "INVALID_INPUT" || httpStatus === 404) return null;
      throw new RegisterUnavailable(`vies ${textOf(answer.userError) ?? httpStatus}`, BUSY_SECONDS);
    }
    const name = textOf(answer.name);
    // Germany and Spain tell no names.
    if (!name || /^-+$/.test(name)) throw new NameWithheld("vies");
    // A name without a legal form may be a sole trader's, a private person.
    if (!readLegalName(name).form) return null;
    const derived = registerNumberOfVat(given);
    return entity("vies", given.scheme, given.number, name, () => "https://ec.europa.eu/taxation_customs/vies/", {
      country: given.country === "EL" ? "GR" : given.country,
      status: "active",
      address: addressOf({ text: textOf(answer.address)?.replace(/^-+$/, ""), country: given.country }),
      otherNumbers: derived ? [derived] : [],
    });
  },
};
