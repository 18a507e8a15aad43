import { record, string } from "../../lib/loose-json.ts";
import { words } from "../../lib/words.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import { NameWithheld, RegisterUnavailable } from "./ask-register.ts";
import { type Register, SAME_NAMES, textOf } from "./register.ts";

const API = "https://ec.europa.eu/taxation_customs/vies/rest-api/ms";
const BUSY_SECONDS = 60;
const STATES = words("AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI");

/** The EU: VAT numbers (ec.europa.eu/taxation_customs/vies). A busy state says `isValid: false`, too, not `INVALID`. */
export const vies: Register = {
  name: "vies",
  schemes: STATES.map((code) => `${code}_VAT`),
  licence: "European Commission legal notice",
  attribution: "VAT information exchange system (VIES), European Commission",
  recordUrl: () => "https://ec.europa.eu/taxation_customs/vies/",
  async rowsOfNumber({ ask }, given) {
    const prefix = given.number.slice(0, 2);
    const { httpStatus, body } = await ask(`${API}/${prefix}/vat/${given.number.slice(2)}`, {}, [400, 404]);
    const answer = record(body);
    if (answer.isValid !== true) {
      if (answer.userError === "INVALID" || answer.userError === "INVALID_INPUT" || httpStatus === 404) return [];
      throw new RegisterUnavailable(`vies ${textOf(answer.userError) ?? httpStatus}`, BUSY_SECONDS);
    }
    const written = textOf(answer.name);
    // Germany and Spain disclose no names.
    if (!written) throw new NameWithheld("vies");
    // Greece: the legal name, then the trade name.
    const [legal = written, trade] = written.split("||");
    const address = { ...addressIn(string(answer.address) ?? ""), country: given.country };
    return [{ name: formLast(legal), trade, address, registered: registerNumberOfVat(given) }];
  },
  fields: {
    name: "name",
    // A name without a legal form may be a sole trader's, who is a private person.
    isLeftOut: ({ name }) => !readLegalName(String(name)).form,
    otherNames: "trade",
    status: () => "active",
    address: { ...SAME_NAMES, of: "address", text: "text", country: ({ country }) => country ?? "" },
    otherNumbers: ({ registered }) => ({ [String(record(registered).scheme)]: "registered.number" }),
  },
};

/** Forms that some administrations write before the name (FR, BE, LV, LT, SE). Elsewhere these letters may begin a name. */
const LEADING_FORM = /^(S\.?A\.?|S\.?A\.?S\.?U?\.?|SNC|SCI|SCA|SCS|SCRL|SC|NV|BV|CV|SRL|CVBA|COMMV)\s+(?=\S)/i;

/** "SA DANONE" is "DANONE SA". A place after the form ("Krka, d.d., Novo mesto") is left out. */
function formLast(written: string): string {
  if (readLegalName(written).form) return written;
  const [whole, form] = LEADING_FORM.exec(written) ?? [];
  if (whole && form) return `${written.slice(whole.length).replace(/^["'„“”«»]|["'„“”«»]$/g, "")} ${form}`;
  const withoutPlace = written.slice(0, Math.max(0, written.lastIndexOf(",")));
  return readLegalName(withoutPlace).form ? withoutPlace : written;
}

/** The street, then the postal code with the city, in lines or parts. Dutch numbers are filled with zeros ("00137"). */
function addressIn(written: string): { text?: string; street?: string; postalCode?: string; city?: string } {
  const separator = written.trim().includes("\n") ? "\n" : / {3,}|, /;
  const lines = written
    .replace(/\nSlovensko\s*$/, "")
    .split(separator)
    .flatMap((line) => textOf(line) ?? []);
  const [, postalCode, city] =
    /^(?:AT-)?((?:[A-Z]{1,2}-)?\d{2,5}(?:[ -]?\d{2,3}|[ ]?[A-Z]{2})?) (?:- )?(\D.*)$/u.exec(lines.at(-1) ?? "") ?? [];
  const street = lines
    .slice(0, city ? -1 : undefined)
    .join(", ")
    .replace(/(?<=\s)0+(?=[1-9])/g, "");
  return postalCode && city && street ? { street, postalCode, city } : { text: lines.join(", ") };
}
