import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { Board } from "../board.ts";
import { listedLinks } from "../listed-pages.ts";

/** Server-rendered list, without dates. */
export const factorial: Board = {
  name: "factorial",
  domains: [
    "factorialhr.com",
    "factorialhr.es",
    "factorialhr.fr",
    "factorialhr.de",
    "factorialhr.pt",
    "factorialhr.it",
    "factorial.it",
    "factorialhr.co",
  ],
  marks: [
    subdomainOf("factorialhr\\.(?:com\\.br|com\\.mx|com|es|fr|de|pt|it|co\\.uk)", "es|fr|de|pt|it"),
    subdomainOf("factorial\\.it"),
  ],
  pageUrl: ({ host }) => `https://${host}/`,
  async read(reader, { host }) {
    const page = await reader.page(`https://${host}/`);
    const links = listedLinks(page.text, page.url, /\/job_posting\/[^/]+-\d+\/?$/);
    return {
      name: null,
      jobs: links.map(({ url, title, after }) => ({
        id: /(?<!\d)(\d+)\/?$/.exec(url)?.[1],
        title,
        url,
        places: [after[0]?.text],
      })),
    };
  },
};
