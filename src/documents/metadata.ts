import type { Site } from "../http/site.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS, twinOf } from "../paths.ts";

/** Authorization-server metadata (RFC 8414); the `agent_auth` block of auth.md has both generations of its names. */
export function authorizationServer({ baseUrl }: Site) {
  const identity = `${baseUrl}${PATHS.identity}`;
  const claim = `${baseUrl}${PATHS.claim}`;
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${PATHS.authorize}`,
    authorization_response_iss_parameter_supported: true,
    token_endpoint: `${baseUrl}${PATHS.token}`,
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint: `${baseUrl}${PATHS.revoke}`,
    revocation_endpoint_auth_methods_supported: ["none"],
    registration_endpoint: `${baseUrl}${PATHS.registerClient}`,
    client_id_metadata_document_supported: true,
    grant_types_supported: [CLAIM_GRANT, CLAIM_GRANT_ALIAS, "authorization_code", "refresh_token"],
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["api"],
    service_documentation: `${baseUrl}${PATHS.docs}`,
    agent_auth: {
      skill: `${baseUrl}${twinOf(PATHS.auth)}`,
      identity_endpoint: identity,
      claim_endpoint: claim,
      register_uri: identity,
      claim_uri: claim,
      identity_types_supported: ["anonymous", "identity_assertion"],
      anonymous: { credential_types_supported: ["api_key"] },
      identity_assertion: {
        assertion_types_supported: ["verified_email"],
        credential_types_supported: ["api_key"],
      },
    },
  };
}

/** Protected-resource metadata (RFC 9728). `path` is empty for the whole service. */
export function protectedResource({ baseUrl, config }: Site, path: "" | "/mcp" | "/api/v0") {
  return {
    resource: `${baseUrl}${path}`,
    resource_name: config.SERVICE_NAME,
    authorization_servers: [baseUrl],
    scopes_supported: ["api"],
    bearer_methods_supported: ["header"],
    resource_documentation: `${baseUrl}${PATHS.docs}`,
  };
}
