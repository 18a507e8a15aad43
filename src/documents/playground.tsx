import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import { Choice, Field } from "../http/pages/private-page.tsx";
import { SEARCHES, SearchResults } from "../http/pages/search-results.tsx";
import type { Site } from "../http/site.ts";
import { parseJson, record } from "../lib/loose-json.ts";
import { PATHS } from "../paths.ts";
import { findTool } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { highlight } from "./blocks.tsx";
import { demoDomain, priceOf } from "./examples.ts";

const CHOICES = [
  "search_jobs",
  "resolve_company",
  "get_email",
  "get_network_company",
  "get_network_company_url",
  "get_company",
  "search_network_company_employees",
  "list_company_jobs",
  "get_company_hiring",
  "list_technologies",
  "signal_news_mention",
  "detect_signal",
];

/** A form that calls a tool with an anonymous key. Without script it shows a recorded answer. */
export function Playground({ site }: { site: Site }) {
  const { config, unserved } = site;
  const tools = CHOICES.flatMap((name) => {
    const tool = findTool(name, config);
    return tool && !unserved?.has(name) ? [tool] : [];
  });
  const [first] = tools;
  if (!first) return null;
  return (
    <TryIt
      tools={tools}
      site={site}
      domain={demoDomain(site)}
      hint={`A recorded answer of ${first.name}. Your first click makes an anonymous key with ${config.ANONYMOUS_TOKENS} trial tokens for this tab.`}
    />
  );
}

/** A form on a tool's page that asks the sandbox. It needs its script; tools of the account are not in the sandbox. */
export function SandboxForm({ tool, site }: { tool: Tool; site: Site }) {
  if (tool.category === "admin") return null;
  return (
    <TryIt
      tools={[tool]}
      site={site}
      apiKey={SANDBOX_KEY}
      hint="Asks the sandbox, free and without a key of yours: the example and the demo companies have recorded answers."
    />
  );
}

type Props = { tools: Tool[]; site: Site; hint: string; domain?: string | undefined; apiKey?: string };

function TryIt({ tools: [first, ...others], site, hint, domain, apiKey }: Props) {
  if (!first) return null;
  const example = JSON.stringify(site.answers?.[first.name]?.answer ?? {}, null, 2);
  return (
    <section class="playground" aria-labelledby="try" hidden={apiKey !== undefined}>
      <p class="title" id="try">
        Try it
      </p>
      <form
        id="playground"
        data-tools={PATHS.tools}
        data-mcp={`${site.baseUrl}${PATHS.mcp}`}
        data-base={site.baseUrl}
        data-key={apiKey}
      >
        {others.length > 0 && (
          <Choice
            id="tool"
            label="Tool"
            options={[first, ...others].map((tool) => [tool.name, `${tool.title}, ${priceOf(tool)}`])}
          />
        )}
        {[first, ...others].map((tool) => (
          <Arguments tool={tool} domain={domain} isShown={tool === first} />
        ))}
        <button type="submit">Ask</button>
      </form>
      <p class="hint" id="outcome" role="status">
        {hint}
      </p>
      <div class="tabs" id="views" hidden>
        {["Table", "Answer", "Evidence", "curl", "MCP", "TypeScript"].map((view) => (
          <button type="button" aria-pressed={view === "Answer" ? "true" : "false"} hidden={view === "Table"}>
            {view}
          </button>
        ))}
      </div>
      <div id="results" data-from={PATHS.searchResults} hidden></div>
      <pre id="shown">
        <code>{highlight(example, "json")}</code>
      </pre>
    </section>
  );
}

/** A field for each argument of the tool's example; what is not text is JSON. */
function Arguments({ tool, domain, isShown }: { tool: Tool; domain: string | undefined; isShown: boolean }) {
  const example = tool.example as Record<string, unknown>;
  const shown = domain && "domain" in example ? { ...example, domain } : example;
  return (
    <fieldset name={tool.name} hidden={!isShown} disabled={!isShown} data-table={SEARCHES.includes(tool.name)}>
      {Object.entries(shown).map(([name, value]) => (
        <Field
          id={`${tool.name}.${name}`}
          name={name}
          label={name}
          value={typeof value === "string" ? value : JSON.stringify(value)}
          data-json={typeof value !== "string"}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
      ))}
    </fieldset>
  );
}

/** The table for an answer of a search (JSON), which the playground sends with the tool and what it was asked. */
export function resultsHtml(sent: string): string {
  const { tool, input, answer } = record(parseJson(sent));
  return `${<SearchResults tool={`${tool}`} input={record(input)} answer={record(answer)} />}`;
}
