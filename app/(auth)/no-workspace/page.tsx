import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { ReceivedInvitations } from "#components/invitation/received-invitations.tsx";
import { SendConfirmation } from "#components/mail/send-confirmation.tsx";
import { LogOut, NewWorkspace } from "#components/workspace/new-workspace.tsx";
import { requirePagePerson } from "#gate/page-owner.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { findUnconfirmedEmail } from "#lib/notify/mail/queries.ts";
import { toReceivedInvitationJson } from "#lib/people/invitations/json.ts";
import { listReceivedInvitations } from "#lib/people/invitations/queries.ts";
import { listWorkspaces } from "#lib/people/workspaces/queries.ts";

export const metadata: Metadata = { title: teamCopy.noWorkspaceTitle };

export default async function NoWorkspacePage() {
  const person = await requirePagePerson("/no-workspace");
  const workspaces = await listWorkspaces(person);
  const active = workspaces.find(({ isSuspended }) => !isSuspended);
  if (active) redirect(workspacePath(active.id, "/inbox"));
  const [invitations, unconfirmed] = await Promise.all([listReceivedInvitations(person), findUnconfirmedEmail(person)]);
  const isInvited = invitations.length > 0;
  return (
    <AuthPage title={teamCopy.noWorkspaceTitle} hint={isInvited ? teamCopy.invitedHint : teamCopy.noWorkspaceHint}>
      {isInvited && <ReceivedInvitations invitations={invitations.map(toReceivedInvitationJson)} />}
      {unconfirmed && (
        <div className="mb-8">
          <SendConfirmation purpose="invitations" {...unconfirmed} />
        </div>
      )}
      {workspaces.map(({ id, name }) => (
        <p key={id} className="mb-4 text-pretty wrap-anywhere">
          {teamCopy.suspendedHint(<bdi className="font-medium">{name}</bdi>)}
        </p>
      ))}
      <NewWorkspace />
      <LogOut label={shellCopy.logOut} />
    </AuthPage>
  );
}
