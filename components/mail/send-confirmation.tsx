"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { Button } from "#components/ui/button.tsx";

/** Resends the confirmation email. */
export function SendConfirmation() {
  const [words, setWords] = useState("");
  const [busy, startTransition] = useTransition();
  const send = () =>
    startTransition(async () => {
      const result = await callApi("/account/confirmation", { method: "POST" });
      setWords(result.ok ? mailCopy.linkSent : result.problem.words);
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button busy={busy} onClick={send}>
        {mailCopy.sendLink}
      </Button>
      <p role="status">{words}</p>
    </div>
  );
}
