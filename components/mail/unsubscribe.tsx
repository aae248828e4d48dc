"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useLinkToken } from "./use-link-token.ts";

/** Unsubscribes with the link of an email. */
export function Unsubscribe() {
  const token = useLinkToken();
  const [came, setCame] = useState<{ isDone?: boolean; problem?: string }>({});
  const [busy, startTransition] = useTransition();
  const stop = () =>
    startTransition(async () => {
      const result = await callApi(`/mail/unsubscribe/${encodeURIComponent(token ?? "")}`, { method: "POST" });
      if (result.ok) return setCame({ isDone: true });
      setCame({ problem: result.problem.code === "not_found" ? authCopy.linkIncomplete : result.problem.words });
    });
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{token === "" ? authCopy.linkIncomplete : came.problem}</Notice>
      <Notice tone="done">{came.isDone ? authCopy.unsubscribed : undefined}</Notice>
      {!came.isDone && token !== "" && (
        <div>
          <Button look="primary" busy={busy || token === undefined} onClick={stop}>
            {authCopy.unsubscribe}
          </Button>
        </div>
      )}
    </div>
  );
}
