import { PRIVACY_LINK_LIFETIME_SECONDS } from "../config.ts";

/** What somebody asks for about themselves. Name and domain come together or not at all. */
export type PrivacyRequest = {
  type: "access" | "erasure" | "objection";
  email: string;
  name: string | null;
  domain: string | null;
};

/** Keeps a request under the hash of its link until it is followed, or the link expires. */
export async function putPrivacyRequest(claims: KVNamespace, hash: string, request: PrivacyRequest): Promise<void> {
  await claims.put(`privacy:${hash}`, JSON.stringify(request), { expirationTtl: PRIVACY_LINK_LIFETIME_SECONDS });
}

export function getPrivacyRequest(claims: KVNamespace, hash: string): Promise<PrivacyRequest | null> {
  return claims.get<PrivacyRequest>(`privacy:${hash}`, "json");
}

export async function deletePrivacyRequest(claims: KVNamespace, hash: string): Promise<void> {
  await claims.delete(`privacy:${hash}`);
}
