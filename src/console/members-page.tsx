import { hasRole } from "../accounts/keys/sessions.ts";
import { listInvitations } from "../accounts/members/invitations.ts";
import { listMembers, listWorkspaces, type Member } from "../accounts/members/members.ts";
import { isFirstOwner } from "../accounts/members/resignation.ts";
import { ROLES } from "../constants.ts";
import { LocalMail } from "../http/pages/local-mail.tsx";
import { Choice, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { Records } from "../http/pages/record-table.tsx";
import { CONSOLE, type Visit } from "./console-page.tsx";

/** Who reaches the workspace, and the person's other workspaces. Owners also invite, change and remove here. */
export async function membersPage({ c, session }: Visit) {
  const isOwner = hasRole(session, "owner");
  const [members, invited, workspaces] = await Promise.all([
    listMembers(c.env.DB, session.organisationId),
    listInvitations(c.env.DB, session.organisationId),
    listWorkspaces(c.env.DB, session),
  ]);
  const resign = c.req.query("resign");
  return (
    <>
      {resign && (
        <>
          <p class="notice">You asked to give up your workspace. It then belongs to another of its owners.</p>
          <Form to={CONSOLE.resign} danger="Give it up" hidden={{ resign }} />
        </>
      )}
      <p>
        Viewers read the console. Developers also create keys, connections, batches, watches and webhooks. Owners do
        everything. The first owner{session.workspace && `, ${session.workspace},`} can only resign, by a mailed link,
        and alone deletes the workspace.
      </p>
      <Records
        columns={["Address", "Role", "Since", "Actions"]}
        rows={[
          ...members.map((member) => [
            <strong>{member.email}</strong>,
            member.role,
            <Time at={member.createdAt} />,
            <>
              {isOwner && (member.email !== session.workspace || isFirstOwner(session)) && <ChangeMember of={member} />}
              {member.userId === session.userId && <Sure ask="Leave" to={CONSOLE.leave} danger="Leave the workspace" />}
            </>,
          ]),
          ...invited.map(({ email, role, expiresAt }) => [
            <strong>{email}</strong>,
            role,
            <>
              invited, until <Time at={expiresAt} />
            </>,
            isOwner && (
              <Sure ask="Revoke" of={email} to={CONSOLE.revokeInvitation} submit="Revoke" hidden={{ email }} />
            ),
          ]),
        ]}
      />
      <p>
        Keys belong to the workspace and keep working when the member who created them is removed: replace the keys that
        the member knows under <a href={CONSOLE.keys}>Agents and keys</a>. Connections that the member allowed end.
      </p>
      {isOwner && (
        <>
          <h2>Invite</h2>
          <Form to={CONSOLE.invite} submit="Mail the invitation">
            <Field id="email" label="Email address" type="email" required maxlength={254} autocomplete="off" />
            <Choice id="role" label="Role" options={ROLES} chosen="developer" />
          </Form>
          <LocalMail c={c} />
        </>
      )}
      {workspaces.length > 1 && (
        <>
          <h2>Your workspaces</h2>
          <Records
            columns={["Workspace of", "Your role", "Actions"]}
            rows={workspaces.map(({ id, role, owner, isInvited }) => [
              owner ?? "a former owner",
              role,
              id === session.organisationId ? (
                "shown"
              ) : (
                <Form
                  to={isInvited ? CONSOLE.join : CONSOLE.openWorkspace}
                  isInline
                  hidden={{ id }}
                  submit={isInvited ? "Accept the invitation" : "Open"}
                />
              ),
            ])}
          />
        </>
      )}
    </>
  );
}

function ChangeMember({ of: { userId, email, role } }: { of: Member }) {
  const form = { of: email, hidden: { id: userId } };
  return (
    <>
      <Sure ask="Change" to={CONSOLE.changeMember} submit="Save" {...form}>
        <Choice id={`role_${userId}`} name="role" label="Role" options={ROLES} chosen={role} />
      </Sure>
      <Sure ask="Remove" to={CONSOLE.removeMember} danger="Remove the member" {...form} />
    </>
  );
}
