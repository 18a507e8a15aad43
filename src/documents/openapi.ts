import { version } from "../../package.json";
import type { Category } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { PATHS, twinOf } from "../paths.ts";
import type { Tool } from "../tools/tool.ts";
import { components } from "./openapi-components.ts";
import { registrationPaths } from "./openapi-registration.ts";
import { toolPaths } from "./openapi-tools.ts";
import { shareSchemas } from "./shared-schemas.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

const TAGS = {
  registration: "Getting and revoking a key",
  socials: "Companies and people on {network}, and what is said elsewhere",
  reddit: "Posts, communities and accounts on Reddit",
  email: "Email addresses of people at companies",
  signals: "Reasons to talk to a company now",
  admin: "Keys, tokens, purchases and usage",
} satisfies Record<"registration" | Category, string>;

/** The REST interface as OpenAPI 3.1: of all tools, or of `tools` with their recorded answers. */
export function openapi(site: Site, tools: readonly Tool[] | null = null) {
  return shareSchemas(unsharedOpenapi(site, tools));
}

/** The same with each schema in its place, for scripts/client.ts. */
export function unsharedOpenapi(site: Site, tools: readonly Tool[] | null = null) {
  const { baseUrl, config } = site;
  return {
    openapi: "3.1.1",
    info: {
      title: config.SERVICE_NAME,
      version,
      summary: "Go-to-market data tools for autonomous agents",
      description: prose`Every tool is \`POST ${PATHS.tools}/{tool_name}\` with a JSON body. Get a key with \`get_api_key\` or as
        [auth.md](${baseUrl}${twinOf(PATHS.auth)}) says. The same tools are served to MCP clients at \`${baseUrl}${PATHS.mcp}\`. An
        operation's price in tokens is \`x-cost\`. \`${PATHS.openapi}?tools=get_email,get_company\` has some tools only, with recorded
        answers; \`${PATHS.docs}/{tool_name}.md\` has all of one. Each answer of a tool has the headers of \`components.headers\` that
        apply to it.`,
      ...(walletTerms(site) && { "x-guidance": walletLines(site).pay.join(" ") }),
      license: { name: "MIT", identifier: "MIT" },
    },
    ...(walletTerms(site) && {
      "x-service-info": { categories: ["data"], docs: { llms: `${baseUrl}${PATHS.llms}` } },
    }),
    externalDocs: { url: `${baseUrl}${PATHS.docs}`, description: "Reference for people" },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }, { signIn: ["api"] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...registrationPaths(site), ...toolPaths(site, tools) },
    components: components(site),
  };
}
