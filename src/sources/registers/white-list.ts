import { record } from "../../lib/loose-json.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { RegisterUnavailable } from "./ask-register.ts";
import type { Register } from "./register.ts";

const API = "https://wl-api.mf.gov.pl/api/search/nip";
const UNTIL_TOMORROW_SECONDS = 3_600;

/** Poland: the VAT white list by tax number (wl-api.mf.gov.pl). Its daily limit counts by address (`WL-191`). */
export const whiteList: Register = {
  name: "white_list",
  title: "Wykaz podatników VAT",
  country: "PL",
  schemes: ["PL_NIP", "PL_VAT"],
  licence: "Public register, free reuse",
  attribution: "Źródło: Wykaz podatników VAT, Ministerstwo Finansów",
  keptForDays: 30,
  intervalMs: 1_000,
  recordUrl: () => "https://www.podatki.gov.pl/wykaz-podatnikow-vat-wyszukiwarka",
  async rowsOfNumber({ ask }, { number }) {
    const nip = number.replace(/^PL/, "");
    const today = new Date().toISOString().slice(0, 10);
    const { httpStatus, body } = await ask(`${API}/${nip}?date=${today}`, {}, [400, 404]);
    const code = String(record(body).code);
    if (/^WL-19[156]$/.test(code)) throw new RegisterUnavailable(code, UNTIL_TOMORROW_SECONDS);
    return httpStatus === 200 ? [{ ...record(record(record(body).result).subject), nip }] : [];
  },
  fields: {
    number: "nip",
    name: "name",
    // Without a legal form it is a sole trader, a private person.
    isLeftOut: ({ krs, name }) => !krs && !readLegalName(String(name)).form,
    status: () => "active",
    address: { text: "workingAddress | residenceAddress" },
    founded: "registrationLegalDate",
    otherNumbers: { PL_KRS: "krs" },
  },
};
