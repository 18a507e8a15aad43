import { CONSOLE_STYLE } from "./console-style.ts";

/** Texts, documents and forms. */
const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1a2027, #e6ebf0);
  --soft: light-dark(#55606c, #9aa7b4);
  --paper: light-dark(#fff, #11161b);
  --wash: light-dark(#f4f6f8, #1a2128);
  --line: light-dark(#d8dfe6, #2e3842);
  --accent: light-dark(#0b5d4f, #6fd3bd);
  --on-accent: light-dark(#fff, #08211c);
  --danger: light-dark(#a3261c, #ffb4a9);
  --on-danger: light-dark(#fff, #4a0d08);
  --width: 46rem;
}

* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
body.wide { --width: 72rem; }

.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--paper); z-index: 2; }
body > header, body > footer, body > main { width: min(100% - 2.5rem, var(--width)); margin: 0 auto; }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: 1.1rem 0; }
header a { color: inherit; text-decoration: none; }
body > header a:hover, body > header a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 700; margin-right: auto; letter-spacing: -.01em; }
.mark rect { fill: var(--accent); }
.mark path { fill: none; stroke: var(--on-accent); stroke-width: 2.4; stroke-linecap: round; }
body > header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
footer { border-top: 1px solid var(--line); margin-top: 4rem; padding: 1.25rem 0 2.5rem; color: var(--soft); font-size: .9rem; }

h1 { font-size: clamp(1.75rem, 4.5vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; text-wrap: balance; margin: 1.5rem 0 1rem; }
h2 { font-size: 1.4rem; line-height: 1.3; margin: 3rem 0 .75rem; }
h3 { font-size: 1.1rem; line-height: 1.4; margin: 2.25rem 0 .5rem; }
h1 + p:not([class]) { font-size: 1.2rem; line-height: 1.5; color: var(--soft); }
p, ul, ol { margin: .75rem 0; }
main p, main li { max-width: 44rem; }
a { color: var(--accent); text-underline-offset: .15em; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover { text-decoration: underline; }
li + li { margin-top: .35rem; }
li::marker { color: var(--soft); }

code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
:not(pre) > code { background: var(--wash); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere; }
a > code { color: inherit; }
a:has(> code) { text-underline-offset: .35em; }
h3 code { background: none; padding: 0; }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: .5rem; padding: .85rem 1rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
pre > code { font-size: 1em; }

.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; line-height: 1.5; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
th:first-child { width: 27%; }
tr:target td { background: var(--wash); }

.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; margin: 1.25rem 0; }
.card { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; min-width: 0; }
.card h3 { margin-top: 0; }
.card pre { font-size: .78em; }

details { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; color: var(--accent); }

button { font: inherit; font-weight: 600; padding: .6rem 1.1rem; border: 0; border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
pre > button { float: right; margin: -.3rem -.45rem .25rem .75rem; padding: .15rem .6rem; font: 600 .8rem/1.6 system-ui, sans-serif; background: var(--paper); color: var(--soft); border: 1px solid var(--line); user-select: none; }
pre > button:hover { color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.notice { border-left: .25rem solid var(--accent); background: var(--wash); padding: .75rem 1rem; }
.alert { border-left: .25rem solid var(--danger); background: var(--wash); padding: .75rem 1rem; }

form { margin: .75rem 0; }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input:not([type="hidden"]), select, textarea { display: block; width: 100%; max-width: 22rem; font: inherit; padding: .5rem .65rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
input.code { max-width: 10rem; font-family: ui-monospace, monospace; letter-spacing: .3em; }
.hint { color: var(--soft); font-size: .9rem; margin: .25rem 0; }
form > button { margin-top: 1rem; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: 0 1.25rem; }
.row > * { flex: 1 1 12rem; }
button.danger { background: var(--danger); color: var(--on-danger); }
button.quiet { padding: 0; background: none; color: var(--accent); font-weight: inherit; text-decoration: underline; text-underline-offset: .15em; }
button.second { background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
form.inline { display: inline; }
form.inline > button { margin: 0; }
.unseen { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }

.code-comment { color: var(--soft); }
.code-string { color: light-dark(#7a3e00, #f0b678); }
.code-number { color: light-dark(#7a2a8c, #d9a6ea); }
.code-word { color: light-dark(#0b5d4f, #6fd3bd); }

.hero { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 3rem; align-items: start; }
.hero > div > p:first-child { font-size: 1.2rem; line-height: 1.5; color: var(--soft); margin-top: 0; }
.button { display: inline-block; font-weight: 600; padding: .6rem 1.1rem; margin-right: 1rem; border-radius: .5rem; background: var(--accent); color: var(--on-accent); text-decoration: none; }
.playground { border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; min-width: 0; box-shadow: 0 1rem 3rem -1rem #0003; }
.playground .title { margin: 0 0 .5rem; font-size: 1.4rem; font-weight: 700; }
.playground form { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.playground form > div { flex: 1 1 10rem; min-width: 0; }
.playground label { margin-top: 0; }
.playground form > button { margin: 0; }
.playground .hint { min-height: 3.2em; }
.playground .tabs { display: flex; flex-wrap: wrap; gap: .35rem; min-height: 2rem; visibility: visible; }
.playground .tabs[hidden] { visibility: hidden; }
.playground .tabs button { padding: .2rem .7rem; font-size: .85rem; background: none; color: inherit; border: 1px solid var(--line); border-radius: 2rem; }
.playground .tabs button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
#shown { height: 19rem; overflow: auto; margin-bottom: 0; font-size: .8em; }

.contents .find { width: 100%; margin: .25rem 0 .5rem; padding: .35rem .6rem; font-size: .9rem; }
.contents [aria-current] { color: var(--accent); font-weight: 600; }
.contents.searching li ul { display: block; }
.contents a { color: inherit; text-decoration: none; }
.contents a:hover { text-decoration: underline; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents > ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; border-block: 1px solid var(--line); }
.contents li { margin: 0; }
.contents li ul { display: none; }

@media (min-width: 60rem) {
  .with-contents { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 3rem; align-items: start; }
  .contents { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0; font-size: .9rem; }
  .contents > ul { display: block; border: 0; padding: 0; }
  .contents > ul > li > a { display: block; font-weight: 600; margin-top: .75rem; }
  .contents li ul { display: block; }
  .contents li li a { color: var(--soft); }
}

@media (max-width: 40rem) {
  thead { position: absolute; left: -100vw; clip-path: inset(100%); }
  tr { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  td + td:not(:last-child) { color: var(--soft); }
  td:last-child { flex-basis: 100%; }
}
`;

/** The style sheet of every page. */
export const STYLE = `${PAGE_STYLE}\n${CONSOLE_STYLE}`;
