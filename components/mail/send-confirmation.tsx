"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";

/** Has the mail sent by which an address is confirmed. */
export function SendConfirmation() {
  const [words, setWords] = useState("");
  const [busy, startTransition] = useTransition();
  const send = () =>
    startTransition(async () => {
      const answer = await callApi("/account/confirmation", { method: "POST" });
      setWords(answer.ok ? "Sent. Look into the spam folder too." : answer.problem.words);
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button busy={busy} onClick={send}>
        Send a link
      </Button>
      <p role="status">{words}</p>
    </div>
  );
}
