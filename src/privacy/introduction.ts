import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";

/** Who answers for the data, on what grounds, and how to reach them. An operator in the EU or the UK sets all three. */
export function privacyController({ config }: Site): string {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL } = config;
  const who = [OPERATOR_NAME, OPERATOR_ADDRESS].filter(Boolean).join(", ");
  const controller = who || "the operator of this deployment, who has not given a name";
  const contact = OPERATOR_EMAIL ? `${OPERATOR_EMAIL}, or the form below` : "the form below";
  return prose`Controller: ${controller}. Contact: ${contact}. Legal basis: legitimate interests in business contacts (Art. 6(1)(f) GDPR),
    against which you can object here at any time; you can also complain to a supervisory authority.`;
}

/** How the service handles personal data, in one paragraph. */
export function privacyIntroduction({ config }: Site): string {
  return prose`${config.SERVICE_NAME} answers questions about companies and the people who work there, from what companies publish about
    themselves, from the directory of its operator and from licensed vendors. Here you can ask what is stored about you, have it deleted,
    or object to its use. You get a mail with a link; nothing happens before you follow it.`;
}
