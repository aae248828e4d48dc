import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPage } from "#components/account/auth-page.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { LogOut, NewWorkspace } from "#components/workspace/new-workspace.tsx";
import { requirePagePerson } from "#gate/page-owner.ts";
import { workspacePath } from "#lib/access/workspace-path.ts";
import { listWorkspaces } from "#lib/workspaces/queries.ts";

export const metadata: Metadata = { title: teamCopy.noWorkspaceTitle };

export default async function NoWorkspacePage() {
  const person = await requirePagePerson("/no-workspace");
  const workspaces = await listWorkspaces(person);
  const active = workspaces.find(({ isSuspended }) => !isSuspended);
  if (active) redirect(workspacePath(active.id, "/inbox"));
  return (
    <AuthPage title={teamCopy.noWorkspaceTitle} hint={teamCopy.noWorkspaceHint}>
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
