/** The console and the operator's pages: navigation beside the page, tables of records, figures, charts. */
export const CONSOLE_STYLE = `.frame { --width: 72rem; }
.frame h1 { font-size: 1.75rem; margin: 0 0 1rem; }
.frame h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.frame h1 + p:not([class]) { font-size: 1rem; }
.side header { display: flex; align-items: center; padding: .75rem 1.25rem; }
.side nav a { display: block; padding: .45rem .75rem; border-radius: .5rem; color: inherit; text-decoration: none; }
.side nav a:hover { background: var(--line); }
.side nav a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
.sheet { padding: 1.5rem 1.25rem 0; min-width: 0; }
.sheet > * { max-width: var(--width); }
.sheet > footer { margin-top: 3rem; }

@media (max-width: 59.99rem) {
  .side header { border-bottom: 1px solid var(--line); }
  .menu { background: none; color: inherit; border: 1px solid var(--line); padding: .35rem .9rem; }
  .side nav[popover] { inset: 3.75rem .75rem auto; width: auto; max-height: calc(100dvh - 5rem); margin: 0; padding: .5rem; overflow-y: auto; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; box-shadow: 0 .75rem 2rem #0004; }
  .side nav a { padding: .65rem .75rem; }
}
@supports not selector(:popover-open) { .menu { display: none; } }

@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); min-height: 100vh; }
  .side { background: var(--wash); border-right: 1px solid var(--line); }
  .side header { padding: 1.5rem 1.25rem 1.25rem; }
  .side nav[popover] { display: grid; gap: .15rem; position: sticky; inset: auto; top: 1rem; width: auto; height: auto; margin: 0; padding: 0 .75rem; overflow: visible; border: 0; background: none; color: inherit; font-size: .95rem; }
  .menu { display: none; }
  .sheet { padding: 2.25rem 2.5rem 0; display: flex; flex-direction: column; }
  .sheet > main { flex: 1; }
}

.toast { position: fixed; right: 1.25rem; bottom: 1.25rem; z-index: 1; max-width: min(26rem, 100vw - 2.5rem); margin: 0; padding: .75rem 1.1rem; border-radius: .6rem; background: var(--ink); color: var(--paper); box-shadow: 0 .5rem 1.5rem #0004; animation: toast 10s forwards; }
.toast:hover { animation-play-state: paused; }
@keyframes toast { 0% { transform: translateY(.75rem); } 2% { transform: none; } 99% { visibility: visible; } 100% { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) { @keyframes toast { 0%, 99% { visibility: visible; } 100% { visibility: hidden; } } }

.records { font-variant-numeric: tabular-nums; }
.records th:first-child { width: auto; }
.records .number { text-align: right; white-space: nowrap; }
.frame td { padding-right: 1.25rem; }
.frame :is(td, th):last-child { padding-right: 0; }
.records tbody tr:hover td { background: var(--wash); }
td details { margin: 0; padding: 0; border: 0; }
td details form { min-width: 11rem; }
td form > button { margin-top: .5rem; padding: .4rem .8rem; }
.dollars { color: var(--soft); font-size: .88em; white-space: nowrap; }
.badge { display: inline-block; padding: 0 .5em; border-radius: 1em; border: 1px solid var(--line); color: var(--soft); font-size: .82em; white-space: nowrap; }
.badge.bad { border-color: var(--danger); color: var(--danger); }
.tabs { display: flex; flex-wrap: wrap; gap: .4rem; margin: .75rem 0; }
.tabs a { padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem; color: inherit; text-decoration: none; font-size: .9rem; }
.tabs a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .75rem; padding: .75rem 1rem; background: var(--wash); border-radius: .75rem; }
.filter > * { flex: 1 1 9rem; min-width: 0; }
.filter > :is(button, a) { flex: 0 0 auto; margin: 0; }
.filter > a { padding: .5rem 0; }
.filter label { font-size: .85rem; margin: 0 0 .2rem; }
.filter button { padding: .5rem 1rem; }
.panel { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1.25rem 0; }
.panel > :first-child { margin-top: 0; }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 1.25rem 0; }
.figures > div { border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem; }
.figures dt { color: var(--soft); font-size: .85rem; font-weight: 600; }
.figures dd { margin: 0; font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.figures dd .dollars { font-size: .9rem; font-weight: 400; }
.facts { margin: 1.25rem 0; }
.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .1rem 1.25rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.facts > div:first-child { border-top: 1px solid var(--line); }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem 2.5rem; }
.chart { margin: 1rem 0; min-width: 0; }
.chart figcaption { font-size: .9rem; margin-bottom: 1rem; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .35rem .6rem; color: var(--soft); font-size: .78rem; line-height: 1; font-variant-numeric: tabular-nums; }
.plot svg { display: block; width: 100%; height: 9rem; overflow: visible; }
.scale { display: flex; flex-direction: column; justify-content: space-between; margin: -.5em 0; text-align: right; }
.ends { grid-column: 2; display: flex; justify-content: space-between; }
.chart line { stroke: var(--line); }
.chart .good, .legend .good { fill: var(--accent); background: var(--accent); }
.chart .bad, .legend .bad { fill: var(--danger); background: var(--danger); }
.chart .hit { fill: transparent; }
.chart g:hover > .hit { fill: var(--ink); fill-opacity: .07; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; color: var(--soft); font-size: .88rem; }
.legend li { margin: 0; }
.legend i { display: inline-block; width: .7em; height: .7em; border-radius: .15em; margin-right: .4em; }
svg.share { display: block; width: 8rem; max-width: 100%; height: .6rem; margin-top: .45rem; }
svg.share rect { fill: var(--accent); }

@media (min-width: 72rem) {
  .records :is(time, code, summary, button) { white-space: nowrap; }
}

@media (max-width: 40rem) {
  .facts > div { grid-template-columns: minmax(0, 1fr); }
  .records td:nth-child(n) { padding: 0; white-space: normal; flex-basis: 100%; min-width: 0; overflow-wrap: anywhere; color: inherit; text-align: left; }
  .records td:not(:first-child)::before { content: attr(data-label) ": "; color: var(--soft); }
  .records td:empty { display: none; }
  .toast { left: 1.25rem; }
}
`;
