import type { Metadata } from "next";
import { filesCopy } from "#components/catalogs/files.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { DeleteWorkspace } from "#components/workspace/delete-workspace.tsx";
import { WorkspaceForm } from "#components/workspace/workspace-form.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { countFiles } from "#lib/files/files/queries.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { getWorkspace } from "#lib/people/workspaces/queries.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { env } from "#platform/env.ts";
import { sizeWords } from "#platform/size-words.ts";

export const metadata: Metadata = { title: workspaceCopy.title };

export default async function GeneralPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/general", "admin");
  const [workspace, members, sites, { count, bytes }] = await Promise.all([
    getWorkspace(scope),
    listMembers(scope),
    listSites(scope),
    countFiles(scope),
  ]);
  const quota = sizeWords(env().FILES_QUOTA);
  const owners = members.filter(({ role }) => role === "owner");
  const isOwner = scope.role === "owner";
  return (
    <SettingsShell
      nav="workspace"
      title={workspaceCopy.title}
      hint={scope.isShared ? workspaceCopy.hint : workspaceCopy.hintAlone}
    >
      {scope.siteIds === null ? (
        <section aria-label={workspaceCopy.title}>
          <WorkspaceForm workspace={toWorkspaceJson(workspace)} />
        </section>
      ) : (
        <>
          <dl className="grid gap-4">
            <Fact term={workspaceCopy.name}>
              <bdi>{workspace.name}</bdi>
            </Fact>
            <Fact term={workspaceCopy.claims}>{workspace.claimsOnReply ? workspaceCopy.on : workspaceCopy.off}</Fact>
          </dl>
          <p className="mt-4 mb-10 text-sm text-quiet">{workspaceCopy.adminsOnly}</p>
        </>
      )}
      <SettingsSection
        title={filesCopy.space}
        hint={count === 0 ? filesCopy.noSpaceTaken(quota) : filesCopy.spaceTaken(sizeWords(bytes), quota, count)}
      />
      {scope.isShared && (
        <SettingsSection title={workspaceCopy.owners} hint={workspaceCopy.ownersHint}>
          <ul className="grid gap-1">
            {owners.map((owner) => (
              <li key={owner.id} className="wrap-anywhere">
                <bdi className="font-medium">{personName(owner)}</bdi>
                {owner.name !== null && (
                  <span className="text-quiet">
                    {" · "}
                    <bdi>{owner.email}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {isOwner && (
            <p className="mt-3">
              <AppLink href="/settings/team" className="text-accent underline underline-offset-3">
                {workspaceCopy.handOver}
              </AppLink>
            </p>
          )}
        </SettingsSection>
      )}
      {env().SIGNUP === "open" && (
        <SettingsSection title={workspaceCopy.another} hint={workspaceCopy.anotherHint}>
          <AppLink href="/settings/new-workspace" className={buttonClass()}>
            {workspaceCopy.newTitle}
          </AppLink>
        </SettingsSection>
      )}
      {isOwner && (
        <SettingsSection title={workspaceCopy.deleteTitle} hint={workspaceCopy.deleteHint}>
          <DeleteWorkspace
            workspaceName={workspace.name}
            email={members.find(({ id }) => id === scope.userId)?.email ?? ""}
            siteNames={sites.map(({ name }) => name)}
            others={members.filter(({ id, isSuspended }) => id !== scope.userId && !isSuspended).length}
          />
        </SettingsSection>
      )}
    </SettingsShell>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{term}</dt>
      <dd className="mt-0.5 text-quiet wrap-anywhere">{children}</dd>
    </div>
  );
}
