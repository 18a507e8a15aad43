import { record, records, string } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";

/**
 * Careers site API (docs.recruitee.com), on the vendor's host or the company's own. From 2027-02-10 it answers 401 without a
 * token of the employer; the board is then recognised only. Offers contain intake addresses and questions, which are not kept.
 */
export const recruitee: Board = {
  name: "recruitee",
  domains: ["recruitee.com"],
  marks: [/\bcareer\.recruitee\.com\/api\/c\/(\d+)\/widget/i, subdomainOf("recruitee\\.com", "hosted|beta")],
  embeds: [{ literal: "RTWidget(", token: /^RTWidget\(\s*\{[^}]*?["']?companies["']?\s*:\s*\[\s*(\d+)/ }],
  hasOwnHosts: true,
  assets: ["recruiteecdn.com"],
  pageUrl: ({ host, url }) => (host ? `https://${host}/` : url),
  async read(reader, { token, host }) {
    const isNumber = /^\d+$/.test(token) && !host.startsWith(`${token}.`);
    const url = isNumber
      ? `https://career.recruitee.com/api/c/${token}/widget/?widget=true`
      : `https://${host}/api/offers/`;
    const offers = listOrFail(record(await reader.json(url)).offers);
    const open = offers.filter(({ status, kind }) => kind !== "talent_pool" && (status ?? "published") === "published");
    return { name: null, jobs: open.map((offer) => jobOf(offer, isNumber ? "" : host)) };
  },
};

function jobOf(offer: Record<string, unknown>, host: string): RawJob {
  const salary = record(offer.salary);
  const listed = records(offer.locations).map(({ city, name, state, country }) => ({
    city: string(city) ?? name,
    region: state,
    country,
  }));
  const flags = [
    offer.hybrid === true && "hybrid",
    offer.on_site === true && "onsite",
    offer.remote === true && "remote",
  ];
  return {
    id: offer.id,
    title: offer.title,
    url: string(offer.careers_url) ?? (string(offer.slug) && host ? `https://${host}/o/${offer.slug}` : null),
    places:
      listed.length > 0 ? listed : [string(offer.city) ? { city: offer.city, country: offer.country } : offer.location],
    country: offer.country_code,
    // When all three are true, the employer leaves the choice.
    workplace: flags.find(Boolean) || null,
    department: offer.department,
    employmentType: offer.employment_type_code,
    salary: { min: salary.min, max: salary.max, currency: salary.currency, period: salary.period },
    postedAt: offer.published_at ?? offer.created_at,
    updatedAt: offer.updated_at,
    description: `${string(offer.description) ?? ""}\n${string(offer.requirements) ?? ""}`,
    company: offer.company_name,
  };
}
