import { type Answer, callTool, lastMail, postForm } from "./harness.ts";

export type PrivacyFields = { type: "access" | "erasure" | "objection"; email: string; name?: string; domain?: string };

/** The token in the link of the last privacy mail to an address. */
export function privacyToken(email: string): string {
  return /\/privacy\/confirm\?t=(\S+)/.exec(lastMail(email).text)?.[1] ?? "";
}

export const confirmPrivacy = (token: string): Promise<Answer> => postForm("/privacy/confirm", { t: token });

/** Asks as a person does, and follows the mailed link. */
export async function askPrivacy(key: string, fields: PrivacyFields): Promise<Answer> {
  const { status } = await callTool(key, "submit_privacy_request", fields);
  if (status !== 200) throw new Error(`submit_privacy_request is ${status}`);
  return confirmPrivacy(privacyToken(fields.email));
}
