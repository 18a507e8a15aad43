import { breakable } from "../http/pages/breakable.tsx";
import { layout } from "../http/pages/page.tsx";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { loadAsset } from "../platform/asset.ts";
import type { Tool } from "../tools/tool.ts";
import { authValues } from "./auth.ts";
import { type Block, isHeading, sectionBelow, toMarkdown } from "./blocks.ts";
import { BlocksHtml } from "./blocks-html.tsx";
import { docsValues, toolPageBlocks } from "./docs.ts";
import { landingValues } from "./landing.ts";
import { batchValues, botValues, changelogValues, privacyValues, termsValues, webhookValues } from "./page-values.ts";
import { Playground, SandboxForm } from "./playground.tsx";
import { type PageValues, readPage } from "./read-page.ts";

type Page = {
  path: string;
  title: string;
  description: string;
  /** The text, in `assets/pages/`, and what it names. */
  file: string;
  values(site: Site): PageValues;
  hasContents?: true;
};

/** Pages for people; each has a Markdown twin for agents. */
export const PAGES: Page[] = [
  {
    path: PATHS.landing,
    title: "Go-to-market data for autonomous agents",
    description:
      "Company and people look-ups, emails, social posts and buying signals over REST and MCP, paid per answer.",
    file: "landing.md",
    values: landingValues,
  },
  {
    path: PATHS.docs,
    title: "Reference",
    description: "Every tool with its price, input, output and errors.",
    file: "docs.md",
    values: docsValues,
    hasContents: true,
  },
  {
    path: PATHS.auth,
    title: "auth.md: how an agent gets a key",
    description: "Registration for agents, request by request: anonymous or by verified email.",
    file: "auth.md",
    values: authValues,
  },
  {
    path: PATHS.batches,
    title: "Batches",
    description: "How to run a tool for a list: price, cap, progress, results.",
    file: "batches.md",
    values: batchValues,
  },
  {
    path: PATHS.webhooks,
    title: "Webhooks",
    description: "How to receive events of batches and watches, and verify who sent them.",
    file: "webhooks.md",
    values: webhookValues,
  },
  {
    path: PATHS.terms,
    title: "Terms",
    description: "Terms of use of this deployment.",
    file: "terms.md",
    values: termsValues,
  },
  {
    path: PATHS.changelog,
    title: "Changes",
    description: "What has changed, release by release.",
    file: "changelog.md",
    values: changelogValues,
  },
  {
    path: PATHS.bot,
    title: "Our fetcher",
    description: "What our fetcher requests from your site, and how to keep it out.",
    file: "bot.md",
    values: botValues,
  },
];

/** The `/privacy` form as text; as HTML it is a form. */
export const PRIVACY = { title: "Your data", file: "privacy.md", values: privacyValues };

async function blocksOf({ file, values }: Pick<Page, "file" | "values">, site: Site, env: Env): Promise<Block[]> {
  const text = await loadAsset(env, `pages/${file}`, (read) => read);
  return readPage(text, { base: site.baseUrl, service: site.config.SERVICE_NAME, ...values(site) });
}

export async function pageHtml(page: Page, site: Site, env: Env): Promise<string> {
  const blocks = await blocksOf(page, site, env);
  const body = page.path === PATHS.landing ? <Landing blocks={blocks} site={site} /> : <BlocksHtml blocks={blocks} />;
  return layout({
    serviceName: site.config.SERVICE_NAME,
    title: page.title,
    description: page.description,
    path: page.path,
    hasPlayground: page.path === PATHS.landing,
    isWide: page.hasContents || page.path === PATHS.landing,
    body: page.hasContents ? (
      <div class="with-contents">
        <Contents blocks={blocks} />
        <div>{body}</div>
      </div>
    ) : (
      body
    ),
  });
}

/** One tool with its answer, example and errors, and a form that asks the sandbox. */
export function toolHtml(tool: Tool, site: Site): string {
  const blocks = toolPageBlocks(tool, site);
  const answer = blocks.findIndex(isHeading);
  return layout({
    serviceName: site.config.SERVICE_NAME,
    title: tool.name,
    description: tool.title,
    path: `${PATHS.docs}/${tool.name}`,
    hasPlayground: true,
    body: (
      <>
        <BlocksHtml blocks={blocks.slice(0, answer)} />
        <SandboxForm tool={tool} site={site} />
        <BlocksHtml blocks={blocks.slice(answer)} />
        <p>
          <a href={`${PATHS.docs}#${tool.name}`}>All tools</a>
        </p>
      </>
    ),
  });
}

/** The hero section: the pitch beside a live answer. */
function Landing({ blocks, site }: { blocks: Block[]; site: Site }) {
  const connect = blocks.findIndex(isHeading);
  return (
    <>
      <div class="hero">
        <div>
          <BlocksHtml blocks={blocks.slice(0, connect)} />
          <p class="links">
            <a class="button" href={`${PATHS.docs}`}>
              Read the reference
            </a>{" "}
            <a href={PATHS.console}>Sign in to the console</a>
          </p>
        </div>
        <Playground site={site} />
      </div>
      <BlocksHtml blocks={blocks.slice(connect)} />
    </>
  );
}

type MarkdownPage = Pick<Page, "title" | "file" | "values">;

export async function pageMarkdown(page: MarkdownPage, site: Site, env: Env): Promise<string> {
  return toMarkdown(page.title, await blocksOf(page, site, env));
}

/** The headings of a page, those of the third level under those of the second. */
function Contents({ blocks }: { blocks: Block[] }) {
  const headings = blocks.filter(isHeading);
  const sections = headings.flatMap((heading, index) =>
    heading.level === 2 ? [{ heading, inner: sectionBelow(headings, index) }] : [],
  );
  return (
    <nav class="contents" aria-label="On this page">
      <input class="find" type="search" aria-label="Search the reference" placeholder="Search" hidden />
      <ul>
        {sections.map(({ heading, inner }) => (
          <li>
            <a href={`#${heading.id}`}>{heading.heading}</a>
            {inner.length > 0 && (
              <ul>
                {inner.map(({ id, heading: label }) => (
                  <li>
                    <a href={`#${id}`}>{breakable(label)}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
