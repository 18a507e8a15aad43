import { DAY_MS } from "../../src/lib/time.ts";

/** What some fictional companies publish and load besides their pages: feeds, newsrooms, scripts of vendors. */
type Media = { head: string; pages: Record<string, () => Response> };

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

type Post = { title: string; days: number; path: string };

function rss(domain: string, posts: Post[]): () => Response {
  return () => {
    const items = posts.map(
      ({ title, days, path }) =>
        `<item><title><![CDATA[${title}]]></title><link>https://${domain}${path}</link><pubDate>${daysAgo(days).toUTCString()}</pubDate></item>`,
    );
    const xml = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join("")}</channel></rss>`;
    return new Response(xml, { headers: { "Content-Type": "application/rss+xml" } });
  };
}

/** Entities that grow to gigabytes when they are expanded. */
function growing(): string {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return `<!DOCTYPE feed [<!ENTITY l0 "ha">${levels.join("")}]>`;
}

function atom(domain: string, posts: Post[], prologue = ""): () => Response {
  return () => {
    const entries = posts.map(
      ({ title, days, path }) =>
        `<entry><title type="html">${title}</title><link rel="self" href="/x"/><link rel="alternate" href="${path}"/><updated>${daysAgo(days).toISOString()}</updated></entry>`,
    );
    const xml = `<?xml version="1.0"?>${prologue}<feed xmlns="http://www.w3.org/2005/Atom"><title>${domain}</title>${entries.join("")}</feed>`;
    return new Response(xml, { headers: { "Content-Type": "application/atom+xml" } });
  };
}

function jsonFeed(domain: string, posts: Post[]): () => Response {
  return () => {
    const items = posts.map(({ title, days, path }) => {
      return { id: path, url: `https://${domain}${path}`, title, date_published: daysAgo(days).toISOString() };
    });
    const feed = { version: "https://jsonfeed.org/version/1.1", title: domain, items };
    return new Response(JSON.stringify(feed), { headers: { "Content-Type": "application/feed+json" } });
  };
}

const feedLink = (type: string, href: string, title: string) =>
  `<link rel="alternate" type="application/${type}+xml" title="${title}" href="${href}">`;

export const OWN_MEDIA: Record<string, Media> = {
  "acme-robotics.example": {
    head: `${feedLink("rss", "/comments/feed", "Comments")}${feedLink("rss", "/news/feed.xml", "Acme Robotics news")}
<script async src="https://widget.intercom.io/widget/abc123"></script>
<link rel="preconnect" href="https://cdn.segment.com">`,
    pages: {
      "/comments/feed": rss("acme-robotics.example", [{ title: "We raised a Series Z", days: 1, path: "/c/1" }]),
      "/news/feed.xml": rss("acme-robotics.example", [
        { title: "Acme Robotics raises $12 million <b>Series A</b>", days: 12, path: "/news/series-a" },
        { title: "How our customers raise their output", days: 3, path: "/news/output" },
      ]),
    },
  },
  "fernhill.example": {
    head: `${feedLink("atom", "https://fernhill.example/blog.atom", "Blog")}
<link rel="alternate" type="application/feed+json" title="People" href="/people.json">`,
    pages: {
      "/blog.atom": atom("fernhill.example", [
        {
          title: "We&#8217;ve raised a NZ$4M seed round &lt;script&gt;alert(1)&lt;/script&gt;",
          days: 20,
          path: "/blog/seed",
        },
      ]),
      "/people.json": jsonFeed("fernhill.example", [
        { title: "Welcoming Ana Reis as our new CFO", days: 30, path: "/blog/ana" },
      ]),
    },
  },
  "quietfield.example": {
    head: feedLink("atom", "/news.atom", "News"),
    pages: {
      "/news.atom": atom(
        "quietfield.example",
        [
          { title: "Quietfield raises €3M seed round", days: 300, path: "/news/seed" },
          { title: "Quietfield appoints Mette Nørgaard as CEO", days: 200, path: "/news/ceo" },
          { title: "Quietfield raises awareness of noise &l9;", days: 2, path: "/news/noise" },
        ],
        growing(),
      ),
    },
  },
};
