import { BATCH_BODY_BYTES, PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import { breakable, layout } from "../http/pages/page.tsx";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { loadAsset } from "../platform/asset.ts";
import { privacyController, privacyIntroduction } from "../privacy/form.ts";
import { FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { EVENT_TYPES } from "../watches/event-types.ts";
import { type Block, BlocksHtml, isHeading, sectionBelow, toMarkdown } from "./blocks.tsx";
import { docsValues, toolPageBlocks } from "./docs.ts";
import { landingValues } from "./landing.ts";
import { authValues, botValues, changelogValues, termsValues } from "./page-values.ts";
import { Playground, SandboxForm } from "./playground.tsx";
import { type PageValues, readPage } from "./read-page.ts";

/** A file of `assets/pages/`, and what its text names. */
type PageFile = { file: string; values(site: Site): PageValues };
type Page = PageFile & { path: string; hasContents?: true };

/** Pages for people; each has a Markdown twin for agents. */
export const PAGES: Page[] = [
  { path: PATHS.landing, file: "landing.md", values: landingValues },
  { path: PATHS.docs, file: "docs.md", values: docsValues, hasContents: true },
  { path: PATHS.auth, file: "auth.md", values: authValues },
  { path: PATHS.batches, file: "batches.md", values: () => ({ megabytes: BATCH_BODY_BYTES / 1_000_000 }) },
  {
    path: PATHS.webhooks,
    file: "webhooks.md",
    values: () => ({ eventTypes: EVENT_TYPES.map((type) => `\`${type}\``).join(", ") }),
  },
  { path: PATHS.terms, file: "terms.md", values: termsValues },
  { path: PATHS.changelog, file: "changelog.md", values: changelogValues },
  { path: PATHS.bot, file: "bot.md", values: botValues },
];

/** The `/privacy` form as text; as HTML it is a form. */
export const PRIVACY: PageFile = {
  file: "privacy.md",
  values: (site) => ({
    introduction: privacyIntroduction(site),
    controller: privacyController(site),
    linkHours: PRIVACY_LINK_LIFETIME_SECONDS / 3600,
  }),
};

const HEAD = /^# (.+)\n\n> (.+)\n\n/;

/** A page's title and description, with which its file begins, and its text; without a title it has the name of the service. */
async function loadPage({ file, values }: PageFile, site: Site, env: Env) {
  const text = await loadAsset(env, `pages/${file}`, (read) => read);
  const service = site.config.SERVICE_NAME;
  const [, title = service, description = ""] = HEAD.exec(text) ?? [];
  const known = {
    base: site.baseUrl,
    service,
    sandboxKey: SANDBOX_KEY,
    trialTokens: site.config.ANONYMOUS_TOKENS,
    welcomeTokens: site.config.WELCOME_TOKENS,
    foreignTextNotice: FOREIGN_TEXT_NOTICE,
  };
  return { title, description, blocks: readPage(text.replace(HEAD, ""), { ...known, ...values(site) }) };
}

export async function pageHtml(page: Page, site: Site, env: Env): Promise<string> {
  const { title, description, blocks } = await loadPage(page, site, env);
  const body = page.path === PATHS.landing ? <Landing blocks={blocks} site={site} /> : <BlocksHtml blocks={blocks} />;
  return layout({
    serviceName: site.config.SERVICE_NAME,
    title,
    description,
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

export async function pageMarkdown(page: PageFile, site: Site, env: Env): Promise<string> {
  const { title, blocks } = await loadPage(page, site, env);
  return toMarkdown(title, blocks);
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
