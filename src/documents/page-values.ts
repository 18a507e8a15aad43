import CHANGELOG from "../../CHANGELOG.md";
import { BATCH_BODY_BYTES, PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { productToken, userAgent } from "../platform/outbound/robots.ts";
import { privacyController, privacyIntroduction } from "../privacy/introduction.ts";
import { EVENT_TYPES } from "../watches/event-types.ts";
import { type Block, heading } from "./blocks.ts";
import { type PageValues, readPage } from "./read-page.ts";

/** Release notes of a group that are shown; the others are folded. */
const SHOWN_NOTES = 3;

/** What `assets/pages/webhooks.md` names: how to receive events. */
export function webhookValues(): PageValues {
  return { eventTypes: EVENT_TYPES.map((type) => `\`${type}\``).join(", ") };
}

/** What `assets/pages/batches.md` names: how to run a tool for a list. */
export function batchValues(): PageValues {
  return { megabytes: BATCH_BODY_BYTES / 1_000_000 };
}

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

/** What `assets/pages/privacy.md` names: the `/privacy` form as text, for agents. */
export function privacyValues(site: Site): PageValues {
  return {
    introduction: privacyIntroduction(site),
    controller: privacyController(site),
    linkHours: PRIVACY_LINK_LIFETIME_SECONDS / 3600,
  };
}

/** What `assets/pages/terms.md` names. Operators edit that file. */
export function termsValues({ config }: Site): PageValues {
  return {
    operator: config.OPERATOR_NAME ?? "the operator of this deployment",
    address: config.OPERATOR_ADDRESS ?? "not given",
    contact: config.OPERATOR_EMAIL ?? "not given",
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
