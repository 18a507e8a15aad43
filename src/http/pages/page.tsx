import type { Child } from "hono/jsx";
import { PATHS, twinOf } from "../../paths.ts";
import { BrandMark } from "./mark.tsx";

const OWN_ONLY = "img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Allows this deployment's style sheet and script only; no frames, and forms to this origin only. */
export const PAGE_HEADERS = {
  "Content-Security-Policy": `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; ${OWN_ONLY}`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export type Navigation = {
  label: string;
  links: readonly (readonly [target: string, label: string])[];
  /** Beside the page where there is room, behind a button on a phone. */
  isAside?: true;
};

const DOCUMENTS: Navigation = {
  label: "Documents",
  links: [
    [PATHS.docs, "Reference"],
    [PATHS.auth, "Registration"],
    [PATHS.openapi, "OpenAPI"],
    [PATHS.console, "Console"],
  ],
};

export type Layout = {
  serviceName: string;
  title: string;
  body: Child;
  /** Where the page is served, if it is one of the documents with a Markdown twin. */
  path?: string;
  navigation?: Navigation;
  /** The link of the navigation that leads here. */
  current?: string | undefined;
  /** Below a page with navigation beside it; other pages link the documents for people there. */
  footer?: Child;
  description?: string;
  /** Room for a table of contents beside the text. */
  isWide?: boolean;
  /** Says once, over the page, what a form did. */
  flash?: string | null;
  hasScript?: boolean;
  hasPlayground?: boolean;
};

/** A whole HTML page that works without its script. */
export function layout(page: Layout): string {
  const { serviceName, title, path, description, isWide, hasScript = path !== undefined } = page;
  const { navigation = DOCUMENTS } = page;
  return `<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{path === PATHS.landing ? `${serviceName}: ${title}` : `${title} · ${serviceName}`}</title>
        {description && <meta name="description" content={description} />}
        {path && <link rel="alternate" type="text/markdown" href={twinOf(path)} />}
        <link rel="icon" href={PATHS.icon} />
        <link rel="stylesheet" href={PATHS.style} />
        {hasScript && <script src={PATHS.script} defer />}
        {page.hasPlayground && <script src={PATHS.playground} defer />}
      </head>
      <body class={navigation.isAside ? "frame" : isWide ? "wide" : undefined}>
        <a class="skip" href="#content">
          Skip to the text
        </a>
        {navigation.isAside ? <WithAside page={page} navigation={navigation} /> : <WithHeader page={page} />}
      </body>
    </html>
  )}`;
}

function WithHeader({ page }: { page: Layout }) {
  const { serviceName, path, navigation = DOCUMENTS } = page;
  return (
    <>
      <header>
        <Brand name={serviceName} />
        <nav aria-label={navigation.label}>
          <Links navigation={navigation} current={page.current ?? path} />
        </nav>
      </header>
      <Main page={page} />
      <footer>
        {path && (
          <>
            This page as <a href={twinOf(path)}>Markdown</a>, all of it in <a href={PATHS.llms}>llms.txt</a>.{" "}
          </>
        )}
        <a href={PATHS.bot}>Our fetcher</a>. <a href={PATHS.privacy}>Your data</a>. <a href={PATHS.terms}>Terms</a>.{" "}
        <a href={PATHS.status}>Status</a>. <a href={PATHS.changelog}>Changes</a>.
      </footer>
    </>
  );
}

/** A popover needs no script; a browser without popovers shows the links. */
function WithAside({ page, navigation }: { page: Layout; navigation: Navigation }) {
  return (
    <>
      <div class="side">
        <header>
          <Brand name={page.serviceName} />
          <button class="menu" type="button" popovertarget="menu">
            Menu
          </button>
        </header>
        <nav id="menu" popover="auto" aria-label={navigation.label}>
          <Links navigation={navigation} current={page.current} />
        </nav>
      </div>
      <div class="sheet">
        <Main page={page} />
        {page.footer && <footer>{page.footer}</footer>}
      </div>
    </>
  );
}

function Brand({ name }: { name: string }) {
  return (
    <a class="brand" href={PATHS.landing}>
      <BrandMark />
      {name}
    </a>
  );
}

function Links({ navigation, current }: { navigation: Navigation; current: string | undefined }) {
  // A page below another belongs to the nearest link above it.
  const above = navigation.links.map(([target]) => target).filter((target) => `${current}/`.startsWith(`${target}/`));
  const nearest = above.sort((one, other) => other.length - one.length)[0];
  return (
    <>
      {navigation.links.map(([target, label]) => (
        <a href={target} aria-current={target === nearest ? "page" : undefined}>
          {label}
        </a>
      ))}
    </>
  );
}

function Main({ page: { title, body, flash } }: { page: Layout }) {
  return (
    <main id="content">
      <h1>{breakable(title)}</h1>
      {flash && (
        <p class="toast" role="status">
          {flash}
        </p>
      )}
      {body}
    </main>
  );
}

/** Lets a long identifier break after its underscores. */
export function breakable(text: string): Child[] {
  return text.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr />, part]));
}
