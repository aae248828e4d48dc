"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useLinkToken } from "./use-link-token.ts";

const WRONG = "This address is not whole. Open the link in the mail once more, or copy all of it.";
const DONE = "Done. No more mails of this kind are sent to you. Owners can change that in the settings of their site.";

/** Ends mails by the link of one of them. */
export function Unsubscribe() {
  const token = useLinkToken();
  const [came, setCame] = useState<{ isDone?: boolean; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const stop = () =>
    startTransition(async () => {
      const answer = await callApi(`/mail/unsubscribe/${encodeURIComponent(token ?? "")}`, { method: "POST" });
      if (answer.ok) return setCame({ isDone: true });
      setCame({ problem: answer.problem.code === "not_found" ? WRONG : answer.problem.words });
    });
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{token === "" ? WRONG : came.problem}</Notice>
      <Notice tone="done">{came.isDone ? DONE : undefined}</Notice>
      {!came.isDone && token !== "" && (
        <div>
          <Button look="primary" busy={busy || token === undefined} onClick={stop}>
            Send me no more
          </Button>
        </div>
      )}
    </div>
  );
}
