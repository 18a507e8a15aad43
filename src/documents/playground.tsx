import { Field } from "../http/pages/private-page.tsx";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { findTool } from "../tools/index.ts";
import { answerOf, priceOf } from "./examples.ts";
import { highlight } from "./highlight.tsx";

/** Tools that need only a domain, with further arguments for the playground. */
const CHOICES: [name: string, more: Record<string, unknown>][] = [
  ["get_network_company", {}],
  ["get_network_company_url", {}],
  ["get_company", {}],
  ["search_network_company_employees", { limit: 5 }],
  ["list_company_jobs", {}],
  ["get_company_hiring", {}],
  ["list_technologies", {}],
  ["signal_news_mention", {}],
  ["detect_signal", {}],
];

/** A form that calls a tool with an anonymous key. Without script it shows a recorded answer. */
export function Playground({ site }: { site: Site }) {
  const { config, unserved } = site;
  const choices = CHOICES.flatMap(([name, more]) => {
    const tool = findTool(name, config);
    return tool && !unserved?.has(name) ? [{ tool, more }] : [];
  });
  const [first] = choices;
  if (!first) return null;
  const example = JSON.stringify(answerOf(first.tool, site)?.answer ?? {}, null, 2);
  return (
    <section class="playground" aria-labelledby="try">
      <p class="title" id="try">
        Try it
      </p>
      <form id="playground" data-tools={PATHS.tools} data-mcp={`${site.baseUrl}${PATHS.mcp}`} data-base={site.baseUrl}>
        <div>
          <Field
            id="domain"
            label="Domain of a company"
            required
            maxlength={253}
            value={config.PAYMENTS === "test" ? "acme-robotics.example" : "cloudflare.com"}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
          />
        </div>
        <div>
          <label for="tool">Tool</label>
          <select id="tool" name="tool">
            {choices.map(({ tool, more }) => (
              <option value={tool.name} data-more={JSON.stringify(more)}>
                {tool.title}, {priceOf(tool)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">Ask</button>
      </form>
      <p class="hint" id="outcome" role="status">
        {`A recorded answer of ${first.tool.name}. Your first click makes an anonymous key with ${config.ANONYMOUS_TOKENS} trial tokens for this tab.`}
      </p>
      <div class="tabs" id="views" hidden>
        {["Answer", "Evidence", "curl", "MCP", "TypeScript"].map((view, index) => (
          <button type="button" aria-pressed={index === 0 ? "true" : "false"}>
            {view}
          </button>
        ))}
      </div>
      <pre id="shown">
        <code>{highlight(example, "json")}</code>
      </pre>
    </section>
  );
}
