import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { AppContext } from "./app-env.ts";

/** Everything our pages look like; the address of the sheet changes with its content. */
export const STYLE = `:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#59636e;--line:#d1d9e0;--accent:#0a5bd3;--wash:#f4f6f8}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf0;--paper:#12161b;--soft:#9aa5b1;--line:#333c46;--accent:#79b0ff;--wash:#1b2128}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main,header,footer{max-width:46rem;margin:0 auto;padding:1rem 1.25rem}header{padding-top:1.5rem}header a{font-weight:700;color:inherit;text-decoration:none}
h1{font-size:1.75rem;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1.25rem;margin:2rem 0 .5rem}a{color:var(--accent)}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{background:var(--wash);border:1px solid var(--line);border-radius:.5rem;padding:.9rem;overflow-x:auto}
button{font:inherit;font-weight:600;padding:.6rem 1rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--paper);cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
.notice{border-left:.25rem solid var(--accent);background:var(--wash);padding:.75rem 1rem}footer{color:var(--soft);font-size:.9rem}`;

export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A page without script: title, body, the one style sheet and a strict policy. */
export function page(c: AppContext, title: string, body: Child) {
  c.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cache-Control", "no-store");
  const name = c.var.config.SERVICE_NAME;
  return html`${raw("<!doctype html>")}${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${name}`}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a href="/">{name}</a>
        </header>
        <main>
          <h1>{title}</h1>
          {body}
        </main>
      </body>
    </html>
  )}`;
}
