import type { Row } from "../../lib/json-paths.ts";
import type { RegisterStatus, Role } from "../../readers/legal/register-record.ts";
import { rowsAt } from "./ask-register.ts";
import { dateOf, type Register, textOf, titled } from "./register.ts";

const API = "https://api.company-information.service.gov.uk";
const NONE = { none: [404] };
/** The register's own address, given to firms whose office was not theirs. */
const NO_OFFICE = /companies house default address/i;
const STATUSES: Record<RegisterStatus, string[]> = {
  active: ["active", "open", "registered"],
  dissolved: ["dissolved", "closed", "converted-closed", "removed"],
  in_liquidation: ["liquidation"],
  insolvent: ["administration", "receivership", "insolvency-proceedings", "voluntary-arrangement"],
  unknown: [],
};

/**
 * The United Kingdom: Companies House (developer-specs.company-information.service.gov.uk). 600 requests in five minutes for
 * each key. The registered office is often an accountant's, and there is no head count.
 */
export const companiesHouse: Register = {
  name: "companies_house",
  title: "Companies House",
  schemes: ["GB_CRN"],
  licence: "OGL 3.0",
  attribution: "Contains public sector information licensed under the Open Government Licence v3.0 (Companies House)",
  variables: ["COMPANIES_HOUSE_API_KEY"],
  intervalMs: 500,
  headers: ({ COMPANIES_HOUSE_API_KEY }) => ({ Authorization: `Basic ${btoa(`${COMPANIES_HOUSE_API_KEY}:`)}` }),
  recordUrl: (number) => `https://find-and-update.company-information.service.gov.uk/company/${number}`,
  rowsOfNumber: (client, { number }) => rowsAt(client, `${API}/company/${number}`, "", NONE),
  rowsOfName(client, name) {
    const query = new URLSearchParams({ q: name, items_per_page: "20" });
    return rowsAt(client, `${API}/search/companies?${query}`, "items[]", NONE);
  },
  async listRoles(client, { number }) {
    const url = `${API}/company/${number}/officers?items_per_page=100`;
    return (await rowsAt(client, url, "items[]", NONE)).flatMap(roleOf);
  },
  fields: {
    number: "company_number",
    name: "company_name | title",
    formerNames: "previous_company_names[].name",
    form: "type | company_type",
    status({ company_status, date_of_cessation }) {
      const [status = "unknown"] =
        Object.entries(STATUSES).find(([, all]) => all.includes(String(company_status))) ?? [];
      return { status: status as RegisterStatus, since: status === "dissolved" ? date_of_cessation : null };
    },
    address: {
      of: (firm) => {
        const office = firm.registered_office_address ?? firm.address;
        return NO_OFFICE.test(JSON.stringify(office)) ? null : office;
      },
      street: "premises + address_line_1 + address_line_2",
      postalCode: "postal_code",
      city: "locality",
      region: "region",
    },
    industry: { scheme: "UK-SIC2007", code: "sic_codes[]" },
    founded: "date_of_creation",
  },
};

/** Resigned and corporate officers are left out. */
function roleOf(officer: Row): Role[] {
  const written = textOf(officer.name);
  const role = textOf(officer.officer_role);
  if (!written || !role || officer.resigned_on || role.startsWith("corporate-")) return [];
  const [family = "", given = ""] = written.split(/,\s*/);
  const name = given ? `${given} ${titled(family)}` : written;
  return [{ name, role, since: dateOf(officer.appointed_on) }];
}
