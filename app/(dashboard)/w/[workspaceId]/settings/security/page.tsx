import type { Metadata } from "next";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { ActivityDays } from "#components/workspace/activity-days.tsx";
import { OidcPolicy } from "#components/workspace/oidc-policy.tsx";
import { SecondFactorPolicy } from "#components/workspace/second-factor-policy.tsx";
import { WorkspaceKeys } from "#components/workspace/workspace-keys.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { getOidcLink } from "#lib/people/oidc/queries.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { getWorkspace } from "#lib/people/workspaces/queries.ts";
import { toMemberKeyJson } from "#lib/team/api-keys/json.ts";
import { listWorkspaceKeys } from "#lib/team/api-keys/queries.ts";
import { toMemberJson } from "#lib/team/members/json.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata: Metadata = { title: workspaceCopy.security };

export default async function WorkspaceSecurityPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/security", "admin");
  const provider = oidcProvider();
  const [workspace, rows, keys, link] = await Promise.all([
    getWorkspace(scope),
    listMembers(scope),
    listWorkspaceKeys(scope),
    provider && getOidcLink(scope),
  ]);
  const { secondFactorFrom, oidcFrom, activityDays } = toWorkspaceJson(workspace);
  const members = rows.map(toMemberJson(scope));
  const me = members.find(({ id }) => id === scope.userId);
  return (
    <SettingsShell nav="workspace" title={workspaceCopy.security} hint={workspaceCopy.securityHint}>
      {me && (
        <>
          <SettingsSection title={workspaceCopy.policy} hint={workspaceCopy.policyHint}>
            <SecondFactorPolicy from={secondFactorFrom} members={members} me={me} />
          </SettingsSection>
          {(provider || oidcFrom) && (
            <SettingsSection
              title={provider ? oidcCopy.title(provider.name) : oidcCopy.bannerLabel}
              hint={provider ? oidcCopy.policy.hint(provider.name) : oidcCopy.noProvider}
            >
              <OidcPolicy
                from={oidcFrom}
                members={members}
                me={me}
                provider={provider}
                isCurrent={link?.isCurrent === true}
              />
            </SettingsSection>
          )}
          <SettingsSection id="keys" title={workspaceCopy.keys} hint={workspaceCopy.keysHint}>
            <WorkspaceKeys keys={keys.map(toMemberKeyJson)} members={members} />
          </SettingsSection>
          <SettingsSection title={workspaceCopy.activity} hint={workspaceCopy.activityHint}>
            <ActivityDays days={activityDays} isOwner={scope.role === "owner"} email={me.email} />
          </SettingsSection>
        </>
      )}
    </SettingsShell>
  );
}
