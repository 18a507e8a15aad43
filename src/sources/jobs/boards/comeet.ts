import { record, records, string } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure, listOrFail } from "../board-reader.ts";
import { assignedJson } from "../listed-pages.ts";

/**
 * The hosted page contains the jobs as JSON. The documented careers API needs a token that employers publish in their own pages
 * (developers.comeet.com): used only when the operator names `comeet` in `BOARDS_ON`.
 */
export const comeet: Board = {
  name: "comeet",
  domains: ["comeet.co", "comeet.com"],
  marks: [/\bcomeet\.com?\/jobs\/([\w.-]{1,100})\/([0-9A-F]{2}\.[0-9A-F]{3})/i],
  embeds: [
    { literal: "COMEET.init", token: /^COMEET\.init\(\s*\{([^}]{10,300})/i },
    { literal: "comeetvar", token: /^comeetvar\s*=\s*\{([^}]{10,300})/i },
  ],
  pageUrl: ({ token, url }) => (isHosted(token) ? `https://www.comeet.com/jobs/${token}` : url),
  async read(reader, { token }) {
    if (isHosted(token)) {
      const { text } = await reader.page(`https://www.comeet.com/jobs/${token}`);
      const name = string(record(assignedJson(text, "COMPANY_DATA")).name);
      return { name, jobs: listOrFail(assignedJson(text, "COMPANY_POSITIONS_DATA")).map(jobOf) };
    }
    const uid = /uid["']?\s*:\s*["']([0-9A-F]{2}\.[0-9A-F]{3})/i.exec(token)?.[1];
    const secret = /token["']?\s*:\s*["']([\w-]{8,100})/i.exec(token)?.[1];
    if (!reader.isOn("comeet") || !uid || !secret) throw new BoardFailure({ status: "not_read" });
    const api = `https://www.comeet.co/careers-api/2.0/company/${uid}/positions?token=${secret}&details=true`;
    return { name: null, jobs: listOrFail(await reader.api(api)).map(jobOf) };
  },
};

function isHosted(token: string): boolean {
  return /^[\w.-]+\/[0-9A-F]{2}\.[0-9A-F]{3}$/i.test(token);
}

function jobOf(position: Record<string, unknown>): RawJob {
  const place = record(position.location);
  const details = records(position.details).length > 0 ? position.details : record(position.custom_fields).details;
  return {
    id: position.uid,
    title: position.name,
    url: string(position.url_active_page) ?? position.url_comeet_hosted_page,
    places: [string(place.city) ? { city: place.city, region: place.state, country: place.country } : place.name],
    country: place.country,
    workplace: string(position.workplace_type) ?? (place.is_remote === true ? "remote" : null),
    department: position.department,
    employmentType: position.employment_type,
    // The date of the last edit, not of publication.
    updatedAt: position.time_updated,
    description: records(details)
      .map(({ name, value }) => `${string(name) ?? ""} ${string(value) ?? ""}`)
      .join("\n"),
    company: position.company_name,
  };
}
