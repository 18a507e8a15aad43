import { record, records } from "../../lib/loose-json.ts";
import type { RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import {
  dateOf,
  entity,
  industryCode,
  present,
  registeredAddress,
  textOf,
  textsOf,
  titled,
} from "./register-fields.ts";

const API = "https://api.company-information.service.gov.uk";
const DISSOLVED = new Set(["dissolved", "closed", "converted-closed", "removed"]);
/** The register's own address, given to firms whose office was not theirs. */
const NO_OFFICE = /companies house default address/i;
const INSOLVENT = new Set(["administration", "receivership", "insolvency-proceedings", "voluntary-arrangement"]);

/**
 * The United Kingdom: Companies House (developer-specs.company-information.service.gov.uk). 600 requests in five minutes for
 * each key. The registered office is often an accountant's, and there is no head count.
 */
export const companiesHouse: Register = {
  name: "companies_house",
  title: "Companies House",
  country: "GB",
  schemes: ["GB_CRN"],
  licence: "OGL 3.0",
  attribution: "Contains public sector information licensed under the Open Government Licence v3.0 (Companies House)",
  variables: ["COMPANIES_HOUSE_API_KEY"],
  keptForDays: 7,
  intervalMs: 500,
  headers: ({ COMPANIES_HOUSE_API_KEY }) => ({ Authorization: `Basic ${btoa(`${COMPANIES_HOUSE_API_KEY}:`)}` }),
  recordUrl: (number) => `https://find-and-update.company-information.service.gov.uk/company/${number}`,
  async findByNumber({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/company/${number}`, {}, [404]);
    return httpStatus === 404 ? null : recordOf(record(body));
  },
  async findByName({ ask }, name) {
    const query = new URLSearchParams({ q: name, items_per_page: "20" });
    const { body } = await ask(`${API}/search/companies?${query}`, {}, [404]);
    return present(records(record(body).items).map((item) => recordOf({ ...item, company_name: item.title })));
  },
  async listRoles({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/company/${number}/officers?items_per_page=100`, {}, [404]);
    return httpStatus === 404 ? [] : records(record(body).items).flatMap(roleOf);
  },
};

function recordOf(firm: Record<string, unknown>): RegisterRecord | null {
  const office = record(firm.registered_office_address ?? firm.address);
  const street = textsOf([office.premises, office.address_line_1, office.address_line_2]).join(" ");
  return entity(companiesHouse, firm.company_number, firm.company_name, {
    formerNames: textsOf(records(firm.previous_company_names).map(({ name }) => name)),
    form: textOf(firm.type ?? firm.company_type),
    ...statusOf(firm),
    address: NO_OFFICE.test(street)
      ? null
      : registeredAddress({
          street,
          postalCode: office.postal_code,
          city: office.locality,
          region: office.region,
          country: "GB",
        }),
    codes: [firm.sic_codes].flat().flatMap((code) => industryCode("UK-SIC2007", code)),
    founded: dateOf(firm.date_of_creation),
  });
}

function statusOf(firm: Record<string, unknown>): Partial<RegisterRecord> {
  const status = textOf(firm.company_status) ?? "";
  const since = dateOf(firm.date_of_cessation);
  if (DISSOLVED.has(status)) return { status: "dissolved", statusSince: since };
  if (status === "liquidation") return { status: "in_liquidation" };
  if (INSOLVENT.has(status)) return { status: "insolvent" };
  return {
    status: status === "active" || status === "open" || status === "registered" ? "active" : "unknown",
  };
}

/** Resigned and corporate officers are left out. */
function roleOf(officer: Record<string, unknown>): Role[] {
  const written = textOf(officer.name);
  const role = textOf(officer.officer_role);
  if (!written || !role || officer.resigned_on || role.startsWith("corporate-")) return [];
  const [family = "", given = ""] = written.split(/,\s*/);
  const name = given ? `${given} ${titled(family)}` : written;
  return [{ name, role, since: dateOf(officer.appointed_on) }];
}
