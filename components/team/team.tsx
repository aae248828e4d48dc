"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { InvitationJson } from "#lib/people/invitations/schema.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import type { OwnershipOfferJson, WorkspaceJson } from "#lib/people/workspaces/schema.ts";
import { mayManage } from "#lib/team/members/reach.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import type { TeamSite } from "./access-fields.tsx";
import { EditAccess } from "./edit-access.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { type Emailing, InviteDialog } from "./invite-dialog.tsx";
import { type MemberAction, MemberRow } from "./member-row.tsx";
import { OfferDialog, OwnershipOffer } from "./ownership-offer.tsx";
import { type Ending, RemovalDialog } from "./removal-dialog.tsx";

type Props = {
  workspace: WorkspaceJson;
  members: MemberJson[];
  /** Null for a role that can't invite. */
  invitations: InvitationJson[] | null;
  sites: TeamSite[];
  /** The open offer of ownership, if the reader may see it. */
  offer: OwnershipOfferJson | null;
  emailing: Emailing;
  /** Whether only the service's host can open an invitation's link. */
  isLoopback: boolean;
};

type Open = { dialog: "invite" } | { dialog: "access" | "offer" | Ending; member: MemberJson };

const accessOf = ({ role, siteIds, suspended }: MemberJson) => ({
  role,
  siteIds: siteIds ?? null,
  standing: suspended ? ("suspended" as const) : ("active" as const),
});

/** The people of the workspace, and pending invitations. */
export function Team({ workspace, members, invitations, sites, offer, emailing, isLoopback }: Props) {
  const router = useRouter();
  const { userId, inbox } = useLive();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const mayGiveAll = workspace.siteIds === undefined;
  const me = members.find(({ id }) => id === userId);
  const myAccess = { role: workspace.role, siteIds: workspace.siteIds ?? null, standing: "active" as const };
  const nameOf = (id: string) => {
    const member = members.find((one) => one.id === id);
    return member && personName(member);
  };

  useEffect(
    () =>
      inbox.listen((event) => {
        if (event.type === "settings.updated" && event.data.about === "members") router.refresh();
      }),
    [inbox, router],
  );

  const close = () => setOpen(null);
  const finish = (done: string) => {
    close();
    setSaid({ done });
    router.refresh();
    list.current?.focus();
  };

  const restore = async (member: MemberJson) => {
    const result = await callApi(`/members/${member.id}`, { method: "PATCH", body: { suspended: false } });
    if (result.ok) finish(teamCopy.restored(personName(member)));
    else setSaid({ problem: result.problem.words });
  };

  const actionsOf = (member: MemberJson): MemberAction[] => {
    if (member.id === userId) {
      if (members.length === 1) return [];
      return [{ label: teamCopy.leave, isDangerous: true, run: () => setOpen({ dialog: "leave", member }) }];
    }
    if (!mayManage(myAccess, accessOf(member))) return [];
    // The role of an owner is changed first.
    const change = { label: teamCopy.changeAccess, run: () => setOpen({ dialog: "access", member }) };
    if (member.role === "owner") return [change];
    const mayOffer = workspace.role === "owner" && !offer && !member.suspended;
    return [
      change,
      ...(mayOffer ? [{ label: workspaceCopy.offer, run: () => setOpen({ dialog: "offer", member }) }] : []),
      member.suspended
        ? { label: teamCopy.restore, run: () => void restore(member) }
        : { label: teamCopy.suspend, run: () => setOpen({ dialog: "suspend", member }) },
      { label: teamCopy.remove, isDangerous: true, run: () => setOpen({ dialog: "remove", member }) },
    ];
  };

  return (
    <div className="grid gap-8 *:min-w-0">
      {offer && me && (
        <OwnershipOffer
          offer={offer}
          me={me}
          workspaceName={workspace.name}
          nameOf={(id) => nameOf(id) ?? workspaceCopy.formerTeammate}
          onDone={finish}
        />
      )}
      {members.length === 1 && <p className="text-quiet">{teamCopy.onlyYou}</p>}
      {members.length > 1 && me && me.name === undefined && (
        <p className="text-quiet text-pretty wrap-anywhere">
          {teamCopy.calledByEmail(<bdi>{me.email}</bdi>)}{" "}
          <AppLink href="/settings/account/profile" className="text-accent underline underline-offset-3">
            {teamCopy.addName}
          </AppLink>
        </p>
      )}
      {invitations && (
        <div>
          <Button look="primary" onClick={() => setOpen({ dialog: "invite" })}>
            {teamCopy.invite}
          </Button>
        </div>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={teamCopy.title}
        className="divide-y divide-line rounded-lg border border-line focus:outline-none focus-visible:outline-2"
      >
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={member.id === userId}
            isShared={workspace.shared}
            actions={actionsOf(member)}
          />
        ))}
      </ul>
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {invitations && (
        <InvitationList
          invitations={invitations}
          nameOf={nameOf}
          emailing={emailing}
          isLoopback={isLoopback}
          onChange={() => router.refresh()}
        />
      )}
      {open?.dialog === "invite" && (
        <InviteDialog
          sites={sites}
          mayGiveAll={mayGiveAll}
          isLoopback={isLoopback}
          workspaceName={workspace.name}
          emailing={emailing}
          invited={invitations?.map(({ id }) => id) ?? []}
          onMade={() => router.refresh()}
          onClose={close}
        />
      )}
      {open?.dialog === "access" && (
        <EditAccess member={open.member} sites={sites} mayGiveAll={mayGiveAll} onDone={finish} onClose={close} />
      )}
      {open?.dialog === "offer" && me && (
        <OfferDialog member={open.member} email={me.email} onDone={finish} onClose={close} />
      )}
      {(open?.dialog === "remove" || open?.dialog === "suspend" || open?.dialog === "leave") && (
        <RemovalDialog
          member={open.member}
          how={open.dialog}
          workspaceName={workspace.name}
          onDone={(words) => (open.dialog === "leave" ? location.assign("/") : finish(words))}
          onClose={close}
        />
      )}
    </div>
  );
}
