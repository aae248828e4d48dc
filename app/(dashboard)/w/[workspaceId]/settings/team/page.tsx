import type { Metadata } from "next";
import { teamCopy } from "#components/catalogs/team.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { Team } from "#components/team/team.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { outranks } from "#lib/base/access/scopes.ts";
import { toInvitationJson } from "#lib/people/invitations/json.ts";
import { listInvitations, mayEmail } from "#lib/people/invitations/queries.ts";
import { toOwnershipOfferJson, toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { findOffer, getWorkspace } from "#lib/people/workspaces/queries.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { toMemberJson } from "#lib/team/members/json.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { env } from "#platform/env.ts";
import { isLoopbackUrl } from "#platform/ip-address.ts";
import { isMailOn } from "#platform/mail/transport.ts";

export const metadata: Metadata = { title: teamCopy.title };

export default async function TeamPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/team");
  const [workspace, members, invitations, sites, offer, mayInviteByEmail] = await Promise.all([
    getWorkspace(scope),
    listMembers(scope),
    outranks(scope.role, "admin") ? listInvitations(scope) : null,
    listSites(scope),
    scope.isShared ? findOffer(scope) : null,
    mayEmail(scope),
  ]);
  return (
    <SettingsShell nav="workspace" title={teamCopy.title} hint={teamCopy.hint}>
      <Team
        workspace={toWorkspaceJson(workspace)}
        members={members.map(toMemberJson(scope))}
        invitations={invitations?.map(toInvitationJson) ?? null}
        sites={sites
          .map((site) => toSiteJson(scope, site))
          .map(({ id, name, accentColor }) => ({ id, name, accentColor }))}
        offer={offer && toOwnershipOfferJson(offer)}
        emailing={isMailOn() ? (mayInviteByEmail ? "on" : "unconfirmed") : "off"}
        isLoopback={isLoopbackUrl(env().BASE_URL)}
      />
    </SettingsShell>
  );
}
