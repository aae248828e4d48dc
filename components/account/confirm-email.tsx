"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

const GONE =
  "This link does not work any more: it is older than 7 days, or the account has another e-mail now. Log in and have a new one sent from the account’s page.";

/** Confirms an address by the link of a mail, at the press of a button: what looks into links confirms nothing. */
export function ConfirmEmail() {
  const token = useLinkToken();
  const [came, setCame] = useState<{ isDone?: boolean; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const confirm = () =>
    startTransition(async () => {
      const answer = await callApi("/auth/confirm-email", { method: "POST", body: { token } });
      if (answer.ok) return setCame({ isDone: true });
      setCame({ problem: answer.problem.code === "link_gone" ? GONE : answer.problem.words });
    });
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{token === "" ? GONE : came.problem}</Notice>
      <Notice tone="done">{came.isDone ? "Your e-mail is confirmed." : undefined}</Notice>
      <div>
        {came.isDone || token === "" ? (
          <a href="/inbox" className={buttonClass("primary")}>
            Go to the inbox
          </a>
        ) : (
          <Button look="primary" busy={busy || token === undefined} onClick={confirm}>
            Confirm it
          </Button>
        )}
      </div>
    </div>
  );
}
