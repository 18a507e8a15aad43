import { PRIVACY_LINK_LIFETIME_SECONDS } from "../../config.ts";
import { PATHS } from "../paths.ts";
import type { Block } from "./blocks.ts";
import type { Site } from "./site.ts";

/** What the service has to do with people's data, in one paragraph. */
export function privacyIntroduction({ config }: Site): string {
  return `${config.SERVICE_NAME} answers questions about companies and the people who work there, from what companies publish about themselves, from the directory of its operator and from licensed vendors. Here you can ask what is stored about you, have it deleted, or object to its use. You get a mail with a link; nothing happens before you follow it.`;
}

/** The form of `/privacy` for those who read it as text. */
export function privacyBlocks(site: Site): Block[] {
  return [
    privacyIntroduction(site),

    { heading: "How", id: "how", level: 2 },
    {
      items: [
        `Fill in [the form](${site.baseUrl}${PATHS.privacy}), or let an agent call \`submit_privacy_request\` with the same fields. It costs no tokens.`,
        `Follow the link in the mail within ${PRIVACY_LINK_LIFETIME_SECONDS / 3600} hours, and press the button there.`,
      ],
      ordered: true,
    },
    {
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
