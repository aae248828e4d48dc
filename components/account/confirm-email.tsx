"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Confirms an address with the link of an email. It takes a click, so that link scanners confirm nothing. */
export function ConfirmEmail() {
  const token = useLinkToken();
  const [came, setCame] = useState<{ isDone?: boolean; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const confirm = () =>
    startTransition(async () => {
      const result = await callApi("/auth/confirm-email", { method: "POST", body: { token } });
      if (result.ok) return setCame({ isDone: true });
      setCame({ problem: result.problem.code === "link_gone" ? authCopy.confirmLinkGone : result.problem.words });
    });
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{token === "" ? authCopy.linkIncomplete : came.problem}</Notice>
      <Notice tone="done">{came.isDone ? authCopy.emailConfirmed : undefined}</Notice>
      <div>
        {came.isDone || token === "" ? (
          <a href="/inbox" className={buttonClass("primary")}>
            {generalCopy.openInbox}
          </a>
        ) : (
          <Button look="primary" busy={busy || token === undefined} onClick={confirm}>
            {authCopy.confirmEmail}
          </Button>
        )}
      </div>
    </div>
  );
}
