import { linkedPostings } from "../../../readers/jobs/posting-json-ld.ts";
import type { Board } from "../board.ts";
import { BoardFailure } from "../board-reader.ts";

/** A schema.org DataFeed of JobPostings on the board's host, which may be the company's own. */
export const softgarden: Board = {
  name: "softgarden",
  domains: ["softgarden.de", "softgarden.io"],
  marks: [
    /\/\/(?!(?:www|app|api|static|jhfiles|jobdb|dev|media|career)\.)([a-z0-9][a-z0-9-]{0,62})\.(?:career\.softgarden\.de|softgarden\.io)(?![\w.-])/i,
  ],
  hasOwnHosts: true,
  pageUrl: ({ host }) => `https://${host}/`,
  async read(reader, { host }) {
    const feed = await reader.json(`https://${host}/jobs.feed.json`);
    if (typeof feed !== "object" || feed === null) throw new BoardFailure({ status: "failed" });
    return { name: null, jobs: linkedPostings([feed]) };
  },
};
