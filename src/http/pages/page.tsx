import type { Child } from "hono/jsx";
import { PATHS, twinOf } from "../../paths.ts";
import type { AppContext } from "../app-env.ts";

/** Nothing but our own style sheet and script; no frames, no foreign forms. */
export const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export type Navigation = { label: string; links: readonly (readonly [target: string, label: string])[] };

const DOCUMENTS: Navigation = {
  label: "Documents",
  links: [
    [PATHS.docs, "Reference"],
    [PATHS.auth, "Registration"],
    [PATHS.openapi, "OpenAPI"],
    [PATHS.console, "Console"],
  ],
};

type Layout = {
  serviceName: string;
  title: string;
  body: Child;
  /** Where the page is served, if it is one of the documents with a Markdown twin. */
  path?: string;
  navigation?: Navigation;
  /** The link of the navigation that leads here. */
  current?: string | undefined;
  footer?: Child;
  description?: string;
  /** Room for a table of contents beside the text. */
  isWide?: boolean;
};

/** A whole HTML page that works without its script. */
export function layout(page: Layout): string {
  const { serviceName, title, body, path, description, isWide } = page;
  const { navigation = DOCUMENTS, current = path, footer } = page;
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
        {path && <script src={PATHS.script} defer />}
      </head>
      <body class={isWide ? "wide" : undefined}>
        <a class="skip" href="#content">
          Skip to the text
        </a>
        <header>
          <a class="brand" href={PATHS.landing}>
            {serviceName}
          </a>
          <nav aria-label={navigation.label}>
            {navigation.links.map(([target, label]) => (
              <a href={target} aria-current={target === current ? "page" : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </header>
        <main id="content">
          <h1>{title}</h1>
          {body}
        </main>
        {path && (
          <footer>
            This page as <a href={twinOf(path)}>Markdown</a>, all of it in <a href={PATHS.llms}>llms.txt</a>.{" "}
            <a href={PATHS.bot}>Our fetcher</a>. <a href={PATHS.privacy}>Your data</a>.
          </footer>
        )}
        {footer && <footer>{footer}</footer>}
      </body>
    </html>
  )}`;
}

/** A page for one visitor: it is never cached. */
export function page(c: AppContext, title: string, body: Child): string {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
  c.header("Cache-Control", "no-store");
  return layout({ serviceName: c.var.config.SERVICE_NAME, title, body });
}
