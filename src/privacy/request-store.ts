import { PRIVACY_ANSWER_LIFETIME_SECONDS, PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";

/** A person's request about their own data. Name and domain are given together or not at all. */
export type PrivacyRequest = {
  type: "access" | "erasure" | "objection";
  email: string;
  name: string | null;
  domain: string | null;
};

/** Keeps a request with its subject until its link is used or expires. */
export async function putPrivacyRequest(claims: KVNamespace, id: string, request: PrivacyRequest): Promise<void> {
  await claims.put(`privacy:${id}`, JSON.stringify(request), { expirationTtl: PRIVACY_LINK_LIFETIME_SECONDS });
}

export function getPrivacyRequest(claims: KVNamespace, id: string): Promise<PrivacyRequest | null> {
  return claims.get<PrivacyRequest>(`privacy:${id}`, "json");
}

export async function deletePrivacyRequest(claims: KVNamespace, id: string): Promise<void> {
  await claims.delete(`privacy:${id}`);
}

/** Keeps the answer to an access request for a while, so that a repeat of its link reads nothing again. */
export async function putPrivacyAnswer(claims: KVNamespace, id: string, answer: unknown): Promise<void> {
  const kept = JSON.stringify(answer);
  await claims.put(`privacy-answer:${id}`, kept, { expirationTtl: PRIVACY_ANSWER_LIFETIME_SECONDS });
}

export function getPrivacyAnswer<T>(claims: KVNamespace, id: string): Promise<T | null> {
  return claims.get<T>(`privacy-answer:${id}`, "json");
}
