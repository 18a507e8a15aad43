import type { Site } from "../http/site.ts";

/** How the service handles personal data, in one paragraph. */
export function privacyIntroduction({ config }: Site): string {
  return `${config.SERVICE_NAME} answers questions about companies and the people who work there, from what companies publish about themselves, from the directory of its operator and from licensed vendors. Here you can ask what is stored about you, have it deleted, or object to its use. You get a mail with a link; nothing happens before you follow it.`;
}
