import { and, eq, gt, or } from "drizzle-orm";
import { dataOf } from "../../platform/data-database.ts";
import { drizzleReplica } from "../../platform/database.ts";
import { takeWork } from "../../platform/outbound/context.ts";
import { entities } from "../../platform/schema.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { REGISTERED_SCHEMES } from "../../readers/legal/lei-record.ts";
import type { RegisterStatus } from "../../readers/legal/register-record.ts";
import type { RegisterClient } from "./ask-register.ts";
import { gleif } from "./gleif.ts";
import { companiesHouse } from "./keyed-registers.ts";
import { type Register, SAME_NAMES } from "./register.ts";

const MAX_HITS = 50;

/** The GLEIF golden copy, by LEI and by the number in the national register. */
export const gleifImport = imported(gleif, "gleif_import", REGISTERED_SCHEMES);

/** The basic company data of Companies House, for deployments without its key. */
export const companiesHouseImport = imported(companiesHouse, "companies_house_import", []);

/** The records of a register that were imported with `directory:import`. Names are compared without their forms. */
function imported(live: Register, name: string, otherSchemes: readonly string[]): Register {
  const { schemes, licence, attribution, recordUrl } = live;
  const [scheme = ""] = schemes;
  return {
    name,
    schemes: [...schemes, ...otherSchemes],
    licence,
    attribution,
    recordUrl,
    isImport: true,
    async rowsOfNumber(client, { scheme: given, number }) {
      const isNumber = or(
        and(eq(entities.scheme, given), eq(entities.number, number)),
        and(eq(entities.otherScheme, given), eq(entities.otherNumber, number)),
      );
      const found = await select(client, scheme, isNumber);
      return found.length === 1 ? found : [];
    },
    rowsOfName: (client, asked) => select(client, scheme, eq(entities.nameKey, legalNameKey(asked))),
    fields: {
      number: "number",
      name: "name",
      country: "country",
      status: ({ status }) => status as RegisterStatus,
      form: "form",
      founded: "founded",
      address: { ...SAME_NAMES, country: ({ country }) => country ?? "" },
      industry: { "UK-SIC2007": [({ scheme: given, industryCode }) => given === "GB_CRN" && industryCode] },
      otherNumbers: ({ otherScheme }) => ({ [String(otherScheme)]: "otherNumber" }),
      publishedAt: "observedAt",
    },
  };
}

/** Unexpired rows; none when the call has used up its queries. */
async function select({ context }: RegisterClient, scheme: string, condition: ReturnType<typeof and>) {
  if (!takeWork(context)) return [];
  return drizzleReplica(await dataOf(context.env))
    .select()
    .from(entities)
    .where(and(eq(entities.scheme, scheme), gt(entities.expiresAt, Date.now()), condition))
    .limit(MAX_HITS);
}
