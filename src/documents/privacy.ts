import { PRIVACY_LINK_LIFETIME_SECONDS } from "../config.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { privacyIntroduction } from "../privacy/introduction.ts";
import { type Block, heading } from "./blocks.ts";

/** The `/privacy` form as text, for agents. */
export function privacyBlocks(site: Site): Block[] {
  return [
    privacyIntroduction(site),

    heading("How", "how"),
    {
      kind: "list",
      items: [
        `Fill in [the form](${site.baseUrl}${PATHS.privacy}), or let an agent call \`submit_privacy_request\` with the same fields. It costs no tokens.`,
        `Follow the link in the mail within ${PRIVACY_LINK_LIFETIME_SECONDS / 3600} hours, and press the button there.`,
      ],
      ordered: true,
    },
    {
      kind: "table",
      head: ["Field", "What it says"],
      rows: [
        [
          "`type`",
          "`access`: see what is stored. `erasure`: delete it, and never show it again. `objection`: do not use it.",
        ],
        ["`email`", "Address of the person, who gets the link"],
        [
          "`name`, `domain`",
          "Full name and web domain of the company, both or neither: what is stored without the address is found by them",
        ],
      ],
    },
  ];
}
