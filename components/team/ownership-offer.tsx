"use client";

import { type ReactNode, useState, useTransition } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { workspaceCopy } from "#components/catalogs/workspace.tsx";
import { workspaceNewsCopy } from "#components/catalogs/workspace-news.tsx";
import { useReader } from "#components/time/reader.tsx";
import { timeLeft } from "#components/time/time-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { personName } from "#lib/people/owners/person-name.ts";
import type { OwnershipOfferJson } from "#lib/people/workspaces/schema.ts";
import type { MemberJson } from "#lib/team/members/schema.ts";

type OfferProps = {
  offer: OwnershipOfferJson;
  me: MemberJson;
  workspaceName: string;
  /** Returns what a member is called. */
  nameOf: (memberId: string) => string;
  onDone: (words: string) => void;
};

/** The open offer of ownership, with what the reader can do about it. */
export function OwnershipOffer({ offer, me, workspaceName, nameOf, onDone }: OfferProps) {
  const reader = useReader();
  const [isAccepting, setAccepting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const isToMe = offer.to === me.id;
  const giver = <bdi className="font-medium">{nameOf(offer.from)}</bdi>;

  const end = () =>
    startTransition(async () => {
      const seen = new URLSearchParams({ from: offer.from, to: offer.to });
      const result = await callDelete(`/workspace/ownership-offer?${seen}`);
      if (!result.ok) setProblem(result.problem.words);
      else onDone(isToMe ? workspaceCopy.declined : workspaceCopy.withdrawn);
    });
  const accept = async (form: FormData) => {
    const body = { currentPassword: textOf(form, "currentPassword") };
    const result = await callApi("/workspace/ownership-offer/accept", { method: "POST", body });
    if (result.ok) onDone(workspaceCopy.accepted);
    return result;
  };

  const expiresAt = new Date(offer.expiresAt);
  const hasExpired = expiresAt.getTime() <= reader.now;
  return (
    <section
      aria-label={workspaceNewsCopy.offerTitle}
      className="grid gap-3 rounded-lg border border-accent bg-accent-soft px-4 py-3"
    >
      <div>
        <p className="text-pretty wrap-anywhere">{sentence(offer, me.id, giver, workspaceName, nameOf)}</p>
        <p className="text-sm text-quiet text-pretty wrap-anywhere">
          {afterwards(offer, me.id, giver)}{" "}
          <span suppressHydrationWarning>
            {hasExpired ? workspaceCopy.offerGone : workspaceCopy.offerExpires(timeLeft(expiresAt, reader))}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isToMe && (
          <Button look="primary" onClick={() => setAccepting(true)}>
            {workspaceCopy.accept}
          </Button>
        )}
        <Button busy={busy} onClick={end}>
          {isToMe ? workspaceCopy.decline : workspaceCopy.withdraw}
        </Button>
      </div>
      <Notice tone="problem">{problem}</Notice>
      {isAccepting && (
        <PasswordDialog
          email={me.email}
          title={workspaceCopy.acceptQuestion(<bdi>{workspaceName}</bdi>)}
          action={workspaceCopy.accept}
          submit={accept}
          refusals={{ link_gone: workspaceCopy.offerGone }}
          onClose={() => setAccepting(false)}
        >
          {workspaceCopy.acceptHint}
        </PasswordDialog>
      )}
    </section>
  );
}

function sentence(
  { from, to }: OwnershipOfferJson,
  myId: string,
  giver: ReactNode,
  workspaceName: string,
  nameOf: OfferProps["nameOf"],
): ReactNode {
  if (to === myId) return workspaceNewsCopy.offeredToYou(giver, <bdi className="font-medium">{workspaceName}</bdi>);
  const taker = <bdi className="font-medium">{nameOf(to)}</bdi>;
  return from === myId ? workspaceCopy.offeredByYou(taker) : workspaceCopy.offeredBy(giver, taker);
}

function afterwards({ from, keeps }: OwnershipOfferJson, myId: string, giver: ReactNode): ReactNode {
  if (from === myId) return keeps ? workspaceCopy.youStay : workspaceCopy.youBecomeAdmin;
  return keeps ? workspaceCopy.giverStays(giver) : workspaceCopy.giverBecomesAdmin(giver);
}

type OfferDialogProps = { member: MemberJson; email: string; onDone: (words: string) => void; onClose: () => void };

/** Offers ownership to a member. */
export function OfferDialog({ member, email, onDone, onClose }: OfferDialogProps) {
  const submit = async (form: FormData) => {
    const currentPassword = textOf(form, "currentPassword");
    const body = { memberId: member.id, keeps: form.has("keeps"), currentPassword };
    const result = await callApi("/workspace/ownership-offer", { method: "POST", body });
    if (result.ok) onDone(workspaceCopy.offered(personName(member)));
    return result;
  };
  return (
    <PasswordDialog
      email={email}
      title={workspaceCopy.offerQuestion(<bdi>{personName(member)}</bdi>)}
      action={workspaceCopy.offer}
      submit={submit}
      refusals={{ conflict: workspaceCopy.alreadyOffered }}
      fields={() => (
        <Choice name="keeps" label={workspaceCopy.keeps} hint={workspaceCopy.keepsHint} defaultChecked={false} />
      )}
      onClose={onClose}
    >
      {workspaceCopy.offerHint}
    </PasswordDialog>
  );
}
