import type { BoardContents, RawJob } from "./raw-job.ts";

const MAX_JOBS = 2_000;

/** The jobs of a list in pages of `size`. Throws what the first page throws; a later failure truncates the list. */
export async function readPages(
  size: number,
  read: (skip: number) => Promise<RawJob[]>,
): Promise<Omit<BoardContents, "name">> {
  const jobs: RawJob[] = [];
  for (let skip = 0; skip < MAX_JOBS; skip += size) {
    const page = skip === 0 ? await read(skip) : await read(skip).catch(() => null);
    if (page === null) return { jobs, isTruncated: true };
    // The same page again, or one longer than asked for: the host does not page.
    if (page[0] && jobs[0]?.id === page[0].id) return { jobs };
    jobs.push(...page);
    if (page.length !== size) return { jobs };
  }
  return { jobs, isTruncated: true };
}
