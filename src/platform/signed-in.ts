import { ROLES, type Role } from "../constants.ts";

/**
 * SQL: the session `@sessionHash` has not ended at `@now`, and its person is a member of `@organisationId` with at least this role. In
 * the statement that writes, so that "this wasn't me", and an owner who changes the role, at the same moment stay in effect.
 */
export function signedIn(least: Role): string {
  const roles = ROLES.slice(0, ROLES.indexOf(least) + 1).map((role) => `'${role}'`);
  return `EXISTS (SELECT 1 FROM sessions s JOIN members m ON m.user_id = s.user_id AND m.organisation_id = @organisationId
    WHERE s.hash = @sessionHash AND s.revoked_at IS NULL AND s.expires_at > @now AND m.role IN (${roles}))`;
}
