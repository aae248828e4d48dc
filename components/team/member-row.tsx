"use client";

import { Ellipsis } from "lucide-react";
import { awayWords } from "#components/assignment/away-words.ts";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { bouncesCopy } from "#components/catalogs/bounces.tsx";
import { rolesCopy } from "#components/catalogs/roles.ts";
import { teamCopy } from "#components/catalogs/team.tsx";
import { bounceReason } from "#components/mail/bounce-reason.ts";
import { useReader } from "#components/time/reader.tsx";
import { Menu, MenuButton } from "#components/ui/menu.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";

export type MemberAction = { label: string; isDangerous?: boolean; run: () => void };

type Props = { member: MemberJson; isMe: boolean; isShared: boolean; actions: readonly MemberAction[] };

/** A person of the workspace: who they are, what they may do, and what can be done about it. */
export function MemberRow({ member, isMe, isShared, actions }: Props) {
  const { id, name, photoUrl, email, role, siteIds, suspended, secondFactor, emailBounced } = member;
  const reader = useReader();
  const facts = [
    rolesCopy[role],
    siteIds ? teamCopy.sites(siteIds.length) : teamCopy.allSites,
    ...(isShared && !suspended ? [awayWords(member, reader) ?? assignmentCopy.available] : []),
  ];
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-3">
      <Avatar id={id} name={personName(member)} photoUrl={photoUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="min-w-0 font-medium wrap-anywhere">{personName(member)}</bdi>
          {isMe && <span className="text-sm text-quiet">{teamCopy.you}</span>}
          {suspended && <span className="text-sm font-medium text-danger">{rolesCopy.suspended}</span>}
        </p>
        {name && (
          <p className="text-sm text-quiet wrap-anywhere">
            <bdi>{email}</bdi>
          </p>
        )}
        <p className="text-sm text-quiet" suppressHydrationWarning>
          {facts.join(" · ")}
          {secondFactor === false && isShared && ` · ${teamCopy.noSecondFactor}`}
        </p>
        {emailBounced && <p className="text-sm text-danger">{bouncesCopy.member(bounceReason(emailBounced))}</p>}
      </div>
      {actions.length > 0 && (
        <Menu
          look="icon"
          label={
            <>
              <Ellipsis size={16} aria-hidden />
              <span className="sr-only">{teamCopy.actions(personName(member))}</span>
            </>
          }
        >
          {actions.map(({ label, isDangerous = false, run }) => (
            <MenuButton key={label} onClick={run} isDangerous={isDangerous}>
              {label}
            </MenuButton>
          ))}
        </Menu>
      )}
    </li>
  );
}
