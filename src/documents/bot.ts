import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { productToken, userAgent } from "../platform/outbound/robots.ts";
import { type Block, heading } from "./blocks.ts";

/** The page about the fetcher, for owners of the sites that it visits. */
export function botBlocks({ baseUrl, config }: Site): Block[] {
  const token = productToken(config.SERVICE_NAME);
  return [
    `You are here because \`${token}\` visited your site. It reads a few public pages of a company when a customer of ${config.SERVICE_NAME} asks about that company, and for 30 days after that looks at the home, pricing and careers pages once a day to see what changed. It does not crawl.`,

    heading("How it behaves", "behaviour"),
    {
      kind: "list",
      items: [
        `It says who it is: \`User-Agent: ${userAgent(config.SERVICE_NAME, baseUrl)}\`.`,
        ...(config.WEB_BOT_AUTH_KEY === undefined
          ? []
          : [
              `It signs its requests (Web Bot Auth, RFC 9421): \`Signature-Agent\` names this service, and [its keys](${baseUrl}${PATHS.signatureDirectory}) tell its requests from those of somebody who borrows its name.`,
            ]),
        "It reads robots.txt first, keeps it for at most 24 hours and obeys it, `Crawl-delay` included. While robots.txt answers with a server error it stays away.",
        "It makes at most one request a second to a host.",
        "It reads public pages only: it does not sign in, run scripts, send forms or solve captchas. A site that refuses it is left alone.",
        `It never fetches ${config.NETWORK_HOSTS.join(" or ")}.`,
      ],
    },

    heading("How to keep it out", "opt-out"),
    "Put this into robots.txt; it takes effect within 24 hours:",
    { kind: "code", code: `User-agent: ${token}\nDisallow: /`, language: "text" },
    `If this is about data of yours as a person, [ask here](${baseUrl}${PATHS.privacy}) what we hold, or have it deleted. A page with \`noai\` in its robots meta, or with a TDM reservation, is not read for people at all.`,
  ];
}
