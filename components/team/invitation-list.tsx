"use client";

import { useId, useState, useTransition } from "react";
import type { z } from "zod";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { rolesCopy } from "#components/catalogs/roles.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { InvitationJson, InvitationLinkResponse, NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { type Emailing, Made } from "./invite-dialog.tsx";

type Props = {
  invitations: readonly InvitationJson[];
  /** Returns what a member is called, if they're still one. */
  nameOf: (memberId: string) => string | undefined;
  emailing: Emailing;
  isLoopback: boolean;
  onChange: () => void;
};

type ShownLink = z.infer<typeof NewInvitationResponse> & {
  /** Whether it replaced an earlier link just now. */
  isReplacement: boolean;
};

/** Lists the pending invitations, with what can be done about each. */
export function InvitationList({ invitations, nameOf, emailing, isLoopback, onChange }: Props) {
  const headingId = useId();
  const [shown, setShown] = useState<ShownLink>();
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  const act = (run: () => Promise<{ done?: string; problem?: string }>) =>
    startTransition(async () => {
      setSaid(await run());
      onChange();
    });

  const resend = ({ id }: InvitationJson) =>
    act(async () => {
      const result = await callApi<z.infer<typeof NewInvitationResponse>>(`/invitations/${id}/resend`, {
        method: "POST",
      });
      if (!result.ok) return { problem: result.problem.detail ?? result.problem.words };
      setShown({ ...result.value, isReplacement: true });
      return {};
    });
  const showLink = (invitation: InvitationJson) =>
    act(async () => {
      const result = await callApi<z.infer<typeof InvitationLinkResponse>>(`/invitations/${invitation.id}/link`, {
        method: "POST",
      });
      if (!result.ok) return { problem: result.problem.detail ?? result.problem.words };
      setShown({ invitation, link: result.value.link, emailed: invitation.emailed, isReplacement: false });
      return {};
    });
  const revoke = ({ id, email }: InvitationJson) =>
    act(async () => {
      const result = await callDelete(`/invitations/${id}`);
      if (!result.ok) return { problem: result.problem.words };
      return { done: teamCopy.revoked(email) };
    });

  const actions = [
    { label: emailing === "on" ? teamCopy.sendAgain : teamCopy.newLink, run: resend, isForExpired: true },
    { label: teamCopy.copyLink, run: showLink, isForExpired: false },
    { label: teamCopy.revoke, run: revoke, isForExpired: true },
  ];

  return (
    <div className="grid gap-3">
      {invitations.length > 0 && (
        <section aria-labelledby={headingId} className="grid gap-3">
          <h2 id={headingId} className="text-lg font-semibold">
            {teamCopy.invitations}
          </h2>
          <ul aria-labelledby={headingId} className="divide-y divide-line rounded-lg border border-line">
            {invitations.map((invitation) => (
              <li key={invitation.id} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium wrap-anywhere">
                    <bdi>{invitation.email}</bdi>
                  </p>
                  <p className="text-sm text-quiet">
                    {rolesCopy[invitation.role]}
                    {" · "}
                    {invitation.siteIds ? teamCopy.sites(invitation.siteIds.length) : teamCopy.allSites}
                    {" · "}
                    <Expiry invitation={invitation} nameOf={nameOf} />
                  </p>
                </div>
                <div className="flex flex-wrap gap-1">
                  {actions.map(
                    ({ label, run, isForExpired }) =>
                      (isForExpired || !isExpired(invitation)) && (
                        <Button
                          key={label}
                          look="quiet"
                          busy={busy}
                          aria-label={teamCopy.invitationOf(label, invitation.email)}
                          onClick={() => run(invitation)}
                        >
                          {label}
                        </Button>
                      ),
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {shown && (
        <LinkDialog shown={shown} emailing={emailing} isLoopback={isLoopback} onClose={() => setShown(undefined)} />
      )}
    </div>
  );
}

const isExpired = ({ expiresAt }: InvitationJson) => new Date(expiresAt).getTime() <= Date.now();

function Expiry({ invitation, nameOf }: { invitation: InvitationJson } & Pick<Props, "nameOf">) {
  const reader = useReader();
  if (isExpired(invitation)) return <span suppressHydrationWarning>{teamCopy.expired}</span>;
  return (
    <span suppressHydrationWarning>
      {teamCopy.invitedBy(
        <bdi>{nameOf(invitation.invitedBy) ?? teamCopy.formerTeammate}</bdi>,
        teamCopy.expires(untilTime(new Date(invitation.expiresAt), reader)),
      )}
    </span>
  );
}

type LinkProps = { shown: ShownLink; onClose: () => void } & Pick<Props, "isLoopback" | "emailing">;

function LinkDialog({ shown, onClose, ...context }: LinkProps) {
  const headingId = useId();
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <div className="grid gap-5 p-6 *:min-w-0">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight">
          {teamCopy.invitationLink}
        </h2>
        <Made {...shown} {...context} />
      </div>
    </Dialog>
  );
}
