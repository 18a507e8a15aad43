import { record, records } from "../../lib/loose-json.ts";
import type { RegisterClient } from "./ask-register.ts";
import type { Register, RegisterRecord, RegisterStatus, Role } from "./register.ts";
import { dateOf, entity, industryCode, present, registeredAddress, textOf } from "./register-fields.ts";

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
  async findByNumber(client, { number }) {
    const { httpStatus, body } = await get(client, `/company/${number}`);
    return httpStatus === 404 ? null : recordOf(record(body));
  },
  async findByName(client, name) {
    const { body } = await get(client, `/search/companies?${new URLSearchParams({ q: name, items_per_page: "20" })}`);
    return present(records(record(body).items).map((item) => recordOf({ ...item, company_name: item.title })));
  },
  async listRoles(client, { number }) {
    const { httpStatus, body } = await get(client, `/company/${number}/officers?items_per_page=100`);
    return httpStatus === 404 ? [] : records(record(body).items).flatMap(roleOf);
  },
};

function get({ ask, context }: RegisterClient, path: string) {
  const authorization = `Basic ${btoa(`${context.config.COMPANIES_HOUSE_API_KEY}:`)}`;
  return ask(API + path, { headers: { Authorization: authorization } }, [404]);
}

function recordOf(firm: Record<string, unknown>): RegisterRecord | null {
  const office = record(firm.registered_office_address ?? firm.address);
  const street = [office.premises, office.address_line_1, office.address_line_2]
    .flatMap((part) => textOf(part) ?? [])
    .join(" ");
  return entity(
    "companies_house",
    "GB_CRN",
    firm.company_number,
    firm.company_name,
    (number) => `https://find-and-update.company-information.service.gov.uk/company/${number}`,
    {
      formerNames: records(firm.previous_company_names).flatMap(({ name }) => textOf(name) ?? []),
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
    },
  );
}

function statusOf(firm: Record<string, unknown>): { status: RegisterStatus; statusSince: string | null } {
  const status = textOf(firm.company_status) ?? "";
  const since = dateOf(firm.date_of_cessation);
  if (DISSOLVED.has(status)) return { status: "dissolved", statusSince: since };
  if (status === "liquidation") return { status: "in_liquidation", statusSince: null };
  if (INSOLVENT.has(status)) return { status: "insolvent", statusSince: null };
  return {
    status: status === "active" || status === "open" || status === "registered" ? "active" : "unknown",
    statusSince: null,
  };
}

/** Resigned and corporate officers are left out. */
function roleOf(officer: Record<string, unknown>): Role[] {
  const written = textOf(officer.name);
  const role = textOf(officer.officer_role);
  if (!written || !role || officer.resigned_on || role.startsWith("corporate-")) return [];
  const [family = "", given = ""] = written.split(/,\s*/);
  const name = given
    ? `${given} ${family.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase())}`
    : written;
  return [{ name, role, since: dateOf(officer.appointed_on) }];
}
