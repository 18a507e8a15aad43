import CHANGELOG from "../../CHANGELOG.md";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { productToken, userAgent } from "../platform/outbound/robots.ts";
import { type Block, heading } from "./blocks.ts";
import { type PageValues, readPage } from "./read-page.ts";

/** Release notes of a group that are shown; the others are folded. */
const SHOWN_NOTES = 3;

/** What `assets/pages/bot.md` names: the fetcher, for owners of the sites that it visits. */
export function botValues({ baseUrl, config }: Site): PageValues {
  const keys = `[its keys](${baseUrl}${PATHS.signatureDirectory})`;
  return {
    token: productToken(config.SERVICE_NAME),
    userAgent: userAgent(config.SERVICE_NAME, baseUrl),
    lookToken: productToken(config.SERVICE_NAME, "look"),
    lookAgent: userAgent(config.SERVICE_NAME, baseUrl, "look"),
    signs:
      config.WEB_BOT_AUTH_KEY === undefined
        ? ""
        : `It signs its requests (Web Bot Auth, RFC 9421): \`Signature-Agent\` names this service, and ${keys} verify that a request is genuine.`,
    neverFetched: config.NETWORK_HOSTS.join(" or "),
  };
}

/** What `assets/pages/terms.md` names. Operators edit that file. */
export function termsValues({ config }: Site): PageValues {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL } = config;
  const operator = [OPERATOR_NAME ?? "the operator of this deployment", OPERATOR_ADDRESS, OPERATOR_EMAIL];
  return {
    operator: operator.filter(Boolean).join(", "),
    template: OPERATOR_NAME
      ? []
      : [
          "They are a template: the operator edits `assets/pages/terms.md` and sets `OPERATOR_NAME`, then this line goes.",
        ],
  };
}

/** The release notes, whose headings have no ids and whose links are paths of the repository. */
export function changelogValues(): PageValues {
  const text = CHANGELOG.replace(/^# .*\n/, "")
    .replace(/\[([^[\]]{1,200})\]\([^()]{1,200}\)/g, "$1")
    .replace(/^(#{2,4}) (.+)$/gm, (_, marks: string, title: string) => {
      return `${marks} ${title} {#${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}}`;
    });
  const seen = new Map<string, number>();
  let group = heading("", "");
  const notes = readPage(text, {}).flatMap((block): Block[] => {
    if (typeof block === "string") return [block];
    if (block.kind === "list" && block.items.length > SHOWN_NOTES + 1) {
      const rest = block.items.slice(SHOWN_NOTES);
      const more = heading(`${rest.length} more`, `${group.id}-more`, group.level === 2 ? 3 : 4, "");
      return [{ ...block, items: block.items.slice(0, SHOWN_NOTES) }, more, { ...block, items: rest }];
    }
    if (block.kind !== "heading") return [block];
    const count = (seen.get(block.id) ?? 0) + 1;
    seen.set(block.id, count);
    group = count === 1 ? block : { ...block, id: `${block.id}-${count}` };
    return [group];
  });
  return { notes };
}
