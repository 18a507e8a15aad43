import { callContextOf } from "../http/app-env.ts";
import { Tokens } from "../http/pages/figures.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { TOOLS, toolsOf } from "../tools/index.ts";
import { findUnservedTools } from "../tools/served.ts";

/** The price of each tool, and whether it is served. Both are deployment variables. */
export async function priceListPage({ c }: PrivateVisit) {
  const { config } = c.var;
  const unserved = await findUnservedTools(callContextOf(c));
  const defaults = new Map(TOOLS.map(({ name, cost }) => [name, cost]));
  return (
    <>
      <p>
        Prices are changed with the variable <code>PRICES</code> (<code>get_email=7, verify_email=0</code>), tools are
        switched off with <code>TOOLS_OFF</code> (<code>search_hackernews</code>), both in <code>wrangler.toml</code>.
        Tools without a source need a key of a vendor; the page Sources says which.
      </p>
      <Records
        columns={["Tool", "Category", ...numbers("Price", "Default"), "Served"]}
        rows={toolsOf(config).map(({ name, category, cost }) => [
          <code>{name}</code>,
          category,
          <Tokens of={cost} />,
          defaults.get(name) ?? 0,
          config.TOOLS_OFF.includes(name) ? "off" : unserved.has(name) ? "no source" : "yes",
        ])}
      />
    </>
  );
}
