/** Which columns of common exports (Apollo, Hunter, People Data Labs, HubSpot, the network's own) hold which field. */

export type ImportKind = "people" | "companies" | "entities";
/** Columns of legal entities; `scheme` and `number` are the key, such as `LEI`. */
export const ENTITY_COLUMNS =
  `scheme number name country status form founded street postal_code city region industry_code other_scheme
  other_number observed_at`.split(/\s+/);

/** Names of columns, as {@link simplifyColumn} leaves them; the documented one comes first. */
const COLUMNS: Record<ImportKind, Record<string, string>> = {
  people: {
    name: "name fullname personname contactname contact employeename",
    first_name: "firstname givenname forename first personfirstname",
    last_name: "lastname familyname surname last personlastname",
    title: "title jobtitle position role headline jobposition personaltitle currenttitle",
    domain: `domain companydomain companydomainname companywebsite website websiteurl companyurl domainname companywebsiteurl
      jobcompanywebsite organizationdomain organizationwebsite organizationwebsiteurl accountdomain companywebsitedomain`,
    email: "email emailaddress workemail businessemail corporateemail professionalemail",
    email_status: "emailstatus verificationstatus emailverificationstatus emailconfidencestatus emailvalidation",
    profile_url: `profileurl personlinkedinurl linkedinurl linkedin linkedinprofile linkedinprofileurl contactlinkedinurl
      personlinkedin url networkurl publicprofileurl linkedinbio linkedinhandleurl`,
    location: "location locationname personlocation contactlocation",
    city: "city personcity contactcity town locality locationlocality",
    region: "region state personstate stateregion province locationregion",
    country: "country personcountry countryregion contactcountry locationcountry",
    is_current: "iscurrent current currentemployee stillemployed",
    observed_at:
      "observedat lastseen lastseenat lastupdated updatedat lastrefreshedat lastmodifieddate lastverified verificationdate",
    source_url: "sourceurl evidenceurl foundat sources",
  },
  companies: {
    domain: `domain companydomain companydomainname website websiteurl companywebsite companyurl domainname primarydomain
      organizationdomain companywebsiteurl`,
    name: "name companyname company organization organizationname accountname displayname",
    network_url: `networkurl companylinkedinurl linkedinurl linkedin linkedincompanypage companylinkedin linkedinprofile
      companylinkedinprofile`,
    size_band: `sizeband size employees numberofemployees employeecount companysize headcount estimatednumemployees
      employeerange companyheadcount`,
    industry: "industry industries primaryindustry companyindustry sector",
    country: "country companycountry countryregion locationcountry hqcountry",
    city: "city companycity hqcity locationlocality headquarterscity",
    founded_year: "foundedyear founded yearfounded foundingyear companyfoundedyear",
    description: "description shortdescription companydescription aboutus about seodescription",
    observed_at: "observedat lastseen lastupdated updatedat lastmodifieddate",
    source_url: "sourceurl evidenceurl",
  },
  entities: Object.fromEntries(ENTITY_COLUMNS.map((column) => [column, simplifyColumn(column)])),
};

/** Gives the number of the line in the file that a part was cut from, for messages. */
const LINE_COLUMN = "_line";

/** One of each list has to be there. */
const NEEDED: Record<ImportKind, string[][]> = {
  people: [
    ["name", "last_name"],
    ["domain", "email"],
  ],
  companies: [["name"], ["domain"]],
  entities: [["name"], ["scheme"], ["number"]],
};

/** The columns of a file: those that are read, as `{field: column}`, those that are not, and the fields of a record. */
export type Columns = NonNullable<ReturnType<typeof readHeader>>;

/** The columns that a header names; null when a row cannot be the header, because it lacks names or companies. */
export function readHeader(kind: ImportKind, header: string[]) {
  const names = header.map(simplifyColumn);
  const positions = new Map<string, number>();
  for (const [field, aliases] of Object.entries(COLUMNS[kind])) {
    // An alias earlier in the list wins, whatever the order of columns in the file.
    const found = aliases.split(/\s+/).map((alias) => names.indexOf(alias));
    const position = found.find((index) => index >= 0 && ![...positions.values()].includes(index));
    if (position !== undefined) positions.set(field, position);
  }
  if (!NEEDED[kind].every((fields) => fields.some((field) => positions.has(field)))) return null;
  const lines = header.indexOf(LINE_COLUMN);
  const taken = [...positions.values(), lines];
  return {
    recognised: Object.fromEntries([...positions].map(([field, index]) => [field, header[index]?.trim() ?? ""])),
    ignored: header.filter((_, index) => !taken.includes(index)),
    /** The fields of a record, and the line it stands in. */
    read: (record: { line: number; fields: string[] }) => ({
      line: Number(record.fields[lines]) || record.line,
      fields: Object.fromEntries([...positions].map(([field, index]) => [field, record.fields[index]?.trim() ?? ""])),
    }),
  };
}

/** Names of columns for the message about a file without them. */
export function documentedColumns(kind: ImportKind): string[] {
  return Object.keys(COLUMNS[kind]);
}

/** A column's name as it is compared: letters and digits only. */
export function simplifyColumn(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}
