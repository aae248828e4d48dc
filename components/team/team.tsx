"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import { teamCopy } from "#components/catalogs/team.tsx";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { InvitationJson } from "#lib/people/invitations/schema.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import type { OwnershipOfferJson, WorkspaceJson } from "#lib/people/workspaces/schema.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";
import type { TeamSite } from "./access-fields.tsx";
import { InvitationList } from "./invitation-list.tsx";
import type { Emailing } from "./invite-dialog.tsx";
import { actionsFor } from "./member-actions.ts";
import { MemberRow } from "./member-row.tsx";
import { OwnershipOffer } from "./ownership-offer.tsx";
import { type OpenDialog, TeamDialog } from "./team-dialog.tsx";

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

/** The people of the workspace, and pending invitations. */
export function Team({ workspace, members, invitations, sites, offer, emailing, isLoopback }: Props) {
  const { userId, list, open, setOpen, said, finish, restore, tryEmail, refresh } = useTeamChanges();
  const me = members.find(({ id }) => id === userId);
  const nameOf = (id: string) => {
    const member = members.find((one) => one.id === id);
    return member && personName(member);
  };
  const options = { members, userId, workspace, hasOffer: offer !== null, open: setOpen, restore, tryEmail };

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
      {members.length === 1 && !invitations?.length && <p className="text-quiet">{teamCopy.onlyYou}</p>}
      {members.length > 1 && me && me.name === undefined && <NameMissing email={me.email} />}
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
            actions={actionsFor(member, options)}
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
          onChange={refresh}
        />
      )}
      <TeamDialog
        open={open}
        me={me}
        workspace={workspace}
        sites={sites}
        isLoopback={isLoopback}
        emailing={emailing}
        invitations={invitations}
        onInvite={refresh}
        onDone={finish}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}

/** What's open on the page, what it says was done, and what follows from a change. */
function useTeamChanges() {
  const router = useRouter();
  const { userId, inbox } = useLive();
  const refresh = () => router.refresh();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});

  useEffect(
    () =>
      inbox.listen((event) => {
        if (event.type === "settings.updated" && event.data.about === "members") router.refresh();
      }),
    [inbox, router],
  );

  const finish = (done: string) => {
    setOpen(null);
    setSaid({ done });
    refresh();
    list.current?.focus();
  };

  const restore = async (member: MemberJson) => {
    const result = await callApi(`/members/${member.id}`, { method: "PATCH", body: { suspended: false } });
    if (result.ok) finish(teamCopy.restored(personName(member)));
    else setSaid({ problem: result.problem.words });
  };

  const tryEmail = async (member: MemberJson) => {
    const result = await callApi(`/members/${member.id}`, { method: "PATCH", body: { emailBounced: false } });
    if (result.ok) finish(bouncesCopy.memberTriedAgain(personName(member)));
    else setSaid({ problem: result.problem.words });
  };

  return { userId, list, open, setOpen, said, finish, restore, tryEmail, refresh };
}

/** Says that the others see an email address, and where to change that. */
function NameMissing({ email }: { email: string }) {
  return (
    <p className="text-quiet text-pretty wrap-anywhere">
      {teamCopy.calledByEmail(<bdi>{email}</bdi>)}{" "}
      <AppLink href="/settings/account/profile" className="text-accent underline underline-offset-3">
        {teamCopy.addName}
      </AppLink>
    </p>
  );
}
