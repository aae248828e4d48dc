import type { Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { RequirementBanner } from "#components/account/requirement-banner.tsx";
import type { Team } from "#components/assignment/team-provider.tsx";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { securityCopy } from "#components/catalogs/security.tsx";
import { ConfirmBanner } from "#components/mail/confirm-banner.tsx";
import { CONFIRM_LATER } from "#components/mail/confirm-later.ts";
import { AccountMenu } from "#components/shell/account-menu.tsx";
import { APP_METADATA } from "#components/shell/app-metadata.ts";
import { DashboardFrame } from "#components/shell/dashboard-frame.tsx";
import { RenewSession } from "#components/shell/renew-session.tsx";
import { WorkspaceSwitcher } from "#components/shell/workspace-switcher.tsx";
import { OfferBanner } from "#components/team/offer-banner.tsx";
import { Moment } from "#components/time/moment.tsx";
import { readerOfRequest } from "#components/time/reader-of-request.ts";
import { Document } from "#components/ui/document.tsx";
import { findPageMember, isSessionStale, namedPageUser, type WorkspacePage } from "#gate/page-owner.ts";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { countConversations } from "#lib/desk/inbox/queries.ts";
import { toShownLabelJson } from "#lib/desk/labels/json.ts";
import { listShownLabels } from "#lib/desk/labels/queries.ts";
import { pictureUrl } from "#lib/files/pictures/picture-url.ts";
import { isOperator } from "#lib/notify/status/operators.system.ts";
import { toPreferences } from "#lib/people/owners/json.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import { findFrameState } from "#lib/people/owners/queries.ts";
import { toListedWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { findOffer, getWorkspace, listWorkspaces } from "#lib/people/workspaces/queries.ts";
import { toSchedule } from "#lib/team/members/json.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { toNotificationSettingsJson } from "#lib/team/notification-settings/json.ts";
import { env } from "#platform/env.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";

export const metadata = APP_METADATA;

// An on-screen keyboard makes the page smaller instead of covering the reply box. Not in Safari (PhoneKeyboard).
export const viewport: Viewport = { viewportFit: "cover", interactiveWidget: "resizes-content" };

async function findTeam(scope: OwnerScope): Promise<Team | null> {
  const { userId: readerId, isShared, claims } = scope;
  if (!isShared) return null;
  const members = await listMembers(scope);
  const suspended = members
    .filter(({ isSuspended }) => isSuspended)
    .map(({ id, name, email }) => ({ id, name: personName({ name, email }) }));
  const active = members.filter(({ isSuspended }) => !isSuspended);
  const teammates = active.map(({ id, name, photoHash, email, siteIds, isAvailable, ...row }) => ({
    id,
    name: personName({ name, email }),
    ...(photoHash !== null && { photoUrl: pictureUrl(photoHash) }),
    email,
    ...(siteIds && { siteIds }),
    available: isAvailable,
    ...toSchedule(row),
  }));
  return { readerId, isShared, claims, teammates, suspended };
}

/** Finds who offers the reader ownership, of what. */
async function findOfferToReader(scope: OwnerScope) {
  const offer = scope.isShared ? await findOffer(scope) : null;
  if (offer?.toId !== scope.userId) return null;
  const [{ name }, people] = await Promise.all([getWorkspace(scope), listMembers(scope)]);
  const giver = people.find(({ id }) => id === offer.fromId);
  return giver ? { from: personName(giver), workspaceName: name } : null;
}

type Props = WorkspacePage & { children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  const { workspaceId } = await params;
  const reader = await readerOfRequest();
  // If something can't be queried, the page below says what is wrong.
  const owner = await findPageMember(workspaceId).catch(() => undefined);
  const ofOwner = async <T,>(find: (scope: OwnerScope) => Promise<T>) => (owner ? find(owner).catch(() => null) : null);
  const [state, counts, team, labels, offer, runsService] = await Promise.all([
    ofOwner(findFrameState),
    ofOwner(countConversations),
    ofOwner(findTeam),
    ofOwner(listShownLabels),
    ofOwner(findOfferToReader),
    ofOwner(isOperator),
  ]);
  // Someone else's workspace has no stream and no storage here.
  const userId = owner === null ? undefined : await namedPageUser();
  const workspaces = state?.isElsewhere && owner ? (await listWorkspaces(owner)).map(toListedWorkspaceJson) : [];
  const isOldest = Boolean(owner) && [workspaceId, undefined].includes(workspaces[0]?.id);
  const mayCreateWorkspace = env().SIGNUP === "open";
  const notifications = state && toNotificationSettingsJson(state.notifications);
  return (
    <Document preferences={state ? toPreferences(state.preferences) : undefined}>
      <DashboardFrame
        reader={reader}
        member={
          userId === undefined
            ? undefined
            : {
                userId,
                workspaceId,
                isOldest,
                role: owner?.role ?? "agent",
                workspaces,
                mayCreateWorkspace,
                runsService: runsService ?? false,
              }
        }
        counts={counts}
        team={team}
        labels={labels?.map(toShownLabelJson) ?? null}
        sound={notifications?.sound === "none" ? null : notifications}
        switcher={workspaces.length > 1 && <WorkspaceSwitcher />}
        account={state && <AccountMenu />}
        banner={
          <>
            {offer && <OfferBanner {...offer} />}
            {state && <Banners {...state} />}
          </>
        }
      >
        {children}
      </DashboardFrame>
      {(await isSessionStale()) && <RenewSession />}
    </Document>
  );
}

const factsOf = ({ workspaceName, from }: { workspaceName: string; from: Date }) =>
  [
    <bdi key="name" className="font-medium">
      {workspaceName}
    </bdi>,
    <Moment key="from" at={from.toISOString()} form="until" />,
  ] as const;

type FrameState = NonNullable<Awaited<ReturnType<typeof findFrameState>>>;

async function Banners({ unconfirmedEmail, requirement, oidcRequirement }: FrameState) {
  const provider = oidcProvider();
  const isPutOff = (await cookies()).has(CONFIRM_LATER);
  return (
    <>
      {requirement && (
        <RequirementBanner label={securityCopy.bannerLabel} action={securityCopy.setItUp}>
          {securityCopy.required(...factsOf(requirement))}
        </RequirementBanner>
      )}
      {oidcRequirement && provider && (
        <RequirementBanner label={oidcCopy.bannerLabel} action={oidcCopy.link}>
          {oidcCopy.requires(...factsOf(oidcRequirement), provider.name)}
        </RequirementBanner>
      )}
      {unconfirmedEmail && !isPutOff && <ConfirmBanner {...unconfirmedEmail} />}
    </>
  );
}
