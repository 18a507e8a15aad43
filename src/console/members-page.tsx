import { hasRole } from "../accounts/keys/sessions.ts";
import { type Invitation, listInvitations } from "../accounts/members/invitations.ts";
import { listMembers, listOwnInvitations, listWorkspaces, type Member } from "../accounts/members/members.ts";
import { ROLES } from "../constants.ts";
import { LocalMail } from "../http/pages/local-mail.tsx";
import { Choice, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { Records } from "../http/pages/record-table.tsx";
import { CONSOLE, type Visit } from "./console-page.tsx";

const OPTIONS = ROLES.map((role): [string, string] => [role, role]);

/** Who reaches the workspace; its owners also invite, change and remove here. */
export async function membersPage({ c, session, token }: Visit) {
  const isOwner = hasRole(session, "owner");
  const [all, invited, workspaces, own] = await Promise.all([
    listMembers(c.env.DB, session.organisationId),
    isOwner ? listInvitations(c.env.DB, session.organisationId) : [],
    listWorkspaces(c.env.DB, session),
    listOwnInvitations(c.env.DB, session),
  ]);
  return (
    <>
      {own.map(({ id, role, inviter }) => (
        <section class="panel">
          <p>
            {inviter} invites you to their workspace, as {role}.
          </p>
          <Form to={CONSOLE.join} token={token} hidden={{ id }} submit="Join the workspace" />
        </section>
      ))}
      <p>
        Viewers read the console. Developers also make keys, connections, batches, watches and webhooks. Owners do
        everything.
      </p>
      <p>
        A key belongs to the workspace and works on when the member who made it is removed: replace the keys that they
        know under <a href={CONSOLE.keys}>Agents and keys</a>. Connections that they allowed end.
      </p>
      <Records
        columns={["Address", "Role", "Since", ...(isOwner ? ["Actions"] : [])]}
        rows={all.map((member) => [
          <strong>{member.email}</strong>,
          member.role,
          <Time at={member.createdAt} />,
          ...(isOwner ? [<MemberActions of={member} token={token} />] : []),
        ])}
      />
      {isOwner && (
        <>
          <h2>Invite</h2>
          <Form to={CONSOLE.invite} token={token} submit="Mail the invitation">
            <Field id="email" label="Email address" type="email" required maxlength={254} autocomplete="off" />
            <Choice id="role" label="Role" options={OPTIONS} chosen="developer" />
          </Form>
          <LocalMail c={c} />
          {invited.length > 0 && <Invitations of={invited} token={token} />}
        </>
      )}
      {workspaces.length > 1 && (
        <>
          <h2>Your workspaces</h2>
          <Records
            columns={["Workspace of", "Your role", "Show"]}
            rows={workspaces.map(({ id, role, owner }) => [
              owner ?? "a former owner",
              role,
              id === session.organisationId ? (
                "shown"
              ) : (
                <Form to={CONSOLE.openWorkspace} token={token} isInline hidden={{ id }} submit="Open" look="quiet" />
              ),
            ])}
          />
        </>
      )}
      <h2>Leave</h2>
      <Sure ask="Leave this workspace" to={CONSOLE.leave} token={token} submit="Leave it" look="danger">
        <p>The last owner cannot leave.</p>
      </Sure>
    </>
  );
}

function MemberActions({ of: { userId, email, role }, token }: { of: Member; token: string }) {
  return (
    <>
      <Sure ask="Change" of={email} to={CONSOLE.changeMember} token={token} submit="Save" hidden={{ id: userId }}>
        <Choice id={`role_${userId}`} name="role" label="Role" options={OPTIONS} chosen={role} />
      </Sure>
      <Sure
        ask="Remove"
        of={email}
        to={CONSOLE.removeMember}
        token={token}
        submit="Remove"
        look="danger"
        hidden={{ id: userId }}
      />
    </>
  );
}

function Invitations({ of: invited, token }: { of: Invitation[]; token: string }) {
  return (
    <>
      <h2>Open invitations</h2>
      <Records
        columns={["Address", "Role", "Mailed", "Works until", "Actions"]}
        rows={invited.map(({ email, role, createdAt, expiresAt }) => [
          <strong>{email}</strong>,
          role,
          <Time at={createdAt} />,
          <Time at={expiresAt} />,
          <>
            <Sure
              ask="Mail again"
              of={email}
              to={CONSOLE.invite}
              token={token}
              submit="Mail it"
              hidden={{ email, role }}
            />
            <Sure
              ask="Revoke"
              of={email}
              to={CONSOLE.revokeInvitation}
              token={token}
              submit="Revoke"
              look="danger"
              hidden={{ email }}
            />
          </>,
        ])}
      />
    </>
  );
}
