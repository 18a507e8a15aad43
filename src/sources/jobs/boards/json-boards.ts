import type { Row } from "../../../lib/json-paths.ts";
import { record, string } from "../../../lib/loose-json.ts";
import type { JobFields } from "../../../readers/jobs/job-fields.ts";
import type { Board } from "../board.ts";
import { postingDetail } from "../read-board.ts";

const BAMBOOHR_WORKPLACES: Record<string, string> = { "0": "onsite", "1": "remote", "2": "hybrid" };

const isNoOffer = ({ kind, status }: Row) => kind === "talent_pool" || (status ?? "published") !== "published";

const RECRUITEE_FIELDS: JobFields = {
  places: [
    { of: "locations[]", city: "city | name", region: "state", country: "country" },
    { city: "city", country: "country", or: "location" },
  ],
  country: "country_code",
  employmentType: "employment_type_code",
  salary: { min: "salary.min", max: "salary.max", currency: "salary.currency", period: "salary.period" },
  description: "description + requirements",
};

/** Systems that answer with JSON on a host of the tenant. */
export const JSON_BOARDS: readonly Board[] = [
  /** Careers site API (docs.recruitee.com), until 2027-02-10 without a token. Intake addresses are not kept. */
  {
    name: "recruitee",
    tenantHost: "{token}.recruitee.com",
    // From then on the list needs a token of the employer.
    dailyUntil: "2027-02-10",
    marks: ["career.recruitee.com/api/c/{token}/widget", "{token}.recruitee.com not hosted|beta"],
    embeds: [{ literal: "RTWidget(", token: /^RTWidget\(\s*\{[^}]*?["']?companies["']?\s*:\s*\[\s*(\d+)/ }],
    hasOwnHosts: true,
    assets: ["recruiteecdn.com"],
    page: ({ host, url }) => (host ? `https://${host}/` : url),
    list({ token, host }) {
      const isNumber = /^\d+$/.test(token) && !host.startsWith(`${token}.`);
      const json = isNumber
        ? "https://career.recruitee.com/api/c/{token}/widget/?widget=true"
        : "https://{host}/api/offers/";
      const pageOf = ({ slug }: Row) => (string(slug) && !isNumber ? `https://${host}/o/${slug}` : null);
      const url = (offer: Row) => string(offer.careers_url) ?? pageOf(offer);
      return { json, at: "offers", isHidden: isNoOffer, fields: { ...RECRUITEE_FIELDS, url } };
    },
  },
  /** Jobs JSON endpoint (developers.pinpointhq.com). It has no dates: the pages of the first jobs do. */
  {
    name: "pinpoint",
    tenantHost: "{token}.pinpointhq.com",
    marks: ["{token}.pinpointhq.com"],
    hasOwnHosts: true,
    page: "https://{host}/",
    list: {
      json: "https://{host}/postings.json",
      at: "data",
      // The feed is sometimes empty although there are jobs.
      whenEmpty: "ask_again",
      async detail(reader, job) {
        const posting = await postingDetail(reader, job);
        return posting && { postedAt: posting.postedAt, country: posting.country };
      },
      fields: {
        url: "url | path",
        places: [{ city: "location.city | location.name", region: "location.province" }],
        department: "job.department.name | department.name | job.division.name | division.name",
        employmentType: "employment_type | employment_type_text",
        salary: (posting) =>
          posting.compensation_visible === false
            ? null
            : {
                min: posting.compensation_minimum,
                max: posting.compensation_maximum,
                currency: posting.compensation_currency,
                period: posting.compensation_frequency,
              },
        description: "description + key_responsibilities + skills_knowledge_expertise + benefits",
      },
    },
  },
  /** List and details of the careers page; only the details have dates. Every sub-domain answers, also for unknown companies. */
  {
    name: "bamboohr",
    marks: ["{token}.bamboohr.com"],
    page: "https://{token}.bamboohr.com/careers",
    list: {
      json: "https://{token}.bamboohr.com/careers/list",
      nameFrom: "https://{token}.bamboohr.com/careers/company-info",
      name: "result.name",
      at: "result",
      jobPage: "https://{token}.bamboohr.com/careers/{id}",
      async detail(reader, { url }) {
        const { result } = record(await reader.json(`${url}/detail`));
        const { datePosted, description } = record(record(result).jobOpening);
        return { postedAt: datePosted, description };
      },
      fields: {
        title: "jobOpeningName",
        places: [
          {
            city: "location.city | atsLocation.city",
            region: "location.state | atsLocation.state | atsLocation.province",
            country: "location.country | location.addressCountry | atsLocation.country",
          },
        ],
        // `isRemote` is null on remote jobs too.
        workplace: ({ locationType, isRemote }) =>
          BAMBOOHR_WORKPLACES[String(locationType ?? "")] ?? (Number(isRemote) === 1 ? "remote" : null),
        employmentType: "employmentStatusLabel",
      },
    },
  },
  /** JSON of every careers portal. */
  {
    name: "breezy",
    tenantHost: "{token}.breezy.hr",
    marks: ["{token}.breezy.hr not attachments|gallery|breezy"],
    page: "https://{host}/",
    list: {
      json: "https://{host}/json",
      fields: {
        places: ["locations[]", "location"].map((of) => ({
          of,
          city: "city | city.name",
          region: "state | state.name",
          country: "country | country.name",
          or: "name",
        })),
        country: "locations.country.id | locations.country | location.country.id | location.country",
        workplace: "locations[].is_remote ? remote | location.is_remote ? remote",
        employmentType: "type | type.id | type.name",
        salary: { text: "salary" },
      },
    },
  },
  /** Job board API, v1 as the vendor's own pages use it. One row for each place; only the details have dates. */
  {
    name: "rippling",
    dailyPaceMs: 6_000,
    needsOperator: true,
    marks: [
      "ats.rippling.com/(embed/)?([a-z]{2}-[a-z]{2}/)?{name}/jobs not internal",
      "api.rippling.com/platform/api/ats/v\\d/board/{name}/jobs",
    ],
    page: "https://ats.rippling.com/{token}/jobs",
    list: {
      json: "https://api.rippling.com/platform/api/ats/v1/board/{token}/jobs",
      isHidden: (row) => row.unlistedFromSearch === true,
      async detail(reader, { id }, { token }) {
        const api = `https://api.rippling.com/platform/api/ats/v1/board/${token}/jobs`;
        const detail = record(await reader.json(`${api}/${id}`));
        const { company, role } = record(detail.description);
        return {
          description: `${string(role) ?? ""}\n${string(company) ?? ""}`,
          employmentType: string(detail.employmentType) ?? record(detail.employmentType).label,
          postedAt: detail.createdOn,
          company: detail.companyName,
        };
      },
      fields: { places: ["workLocation.label"] },
    },
  },
  /** JSON of the vendor's embed (Welcome to the Jungle). Only an embed has the reference; a company page does not. */
  {
    name: "welcomekit",
    marks: [
      "welcomekit.co/api/v1/embed&organization_reference={token}",
      "welcometothejungle.com/([a-z]{2}/)?companies/{token}",
      "{token}.welcomekit.co",
    ],
    page: ({ token, url }) => url || `https://www.welcomekit.co/api/v1/embed?organization_reference=${token}`,
    list({ url }) {
      if (!url.includes("organization_reference=")) return null;
      return {
        json: "https://www.welcomekit.co/api/v1/embed?organization_reference={token}",
        name: "name",
        at: "jobs",
        fields: {
          url: "websites_urls.url | websites_urls | url",
          places: [{ city: "office.city", country: "office.country | office.country.en | office.country.fr" }],
          employmentType: "contract_type | contract_type.en | contract_type.fr",
        },
      };
    },
  },
];
