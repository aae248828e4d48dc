"use client";

import { type ReactNode, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { teamCopy } from "#components/catalogs/team.tsx";
import { Button } from "#components/ui/button.tsx";

export type Unconfirmed = { email: string; isLinkSent: boolean };

const PURPOSES = { notifications: mailCopy.confirmForNotifications, invitations: teamCopy.confirmToSeeInvitations };
type Purpose = keyof typeof PURPOSES;

/** Says what an address is confirmed for, and sends the link. */
export function SendConfirmation({ purpose, ...unconfirmed }: Unconfirmed & { purpose: Purpose }) {
  const { words, button } = useConfirmation(unconfirmed, purpose);
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-pretty wrap-anywhere">
        {words}
      </p>
      {button}
    </div>
  );
}

/** Returns what's to be said of an unconfirmed address, and the button that sends the link. */
export function useConfirmation({ email, isLinkSent }: Unconfirmed, purpose: Purpose) {
  const [outcome, setOutcome] = useState<ReactNode>();
  const [wasSent, setWasSent] = useState(isLinkSent);
  const [busy, startTransition] = useTransition();
  const address = <bdi className="font-medium">{email}</bdi>;
  const send = () =>
    startTransition(async () => {
      const result = await callApi("/account/confirmation", { method: "POST" });
      setOutcome(result.ok ? mailCopy.linkSent(address) : result.problem.words);
      if (result.ok) setWasSent(true);
    });
  const ask = (
    <>
      {PURPOSES[purpose](address)}
      {isLinkSent && ` ${mailCopy.linkWasSent}`}
    </>
  );
  return {
    words: outcome ?? ask,
    button: (
      <Button busy={busy} onClick={send}>
        {wasSent ? mailCopy.sendAgain : mailCopy.sendLink}
      </Button>
    ),
  };
}
