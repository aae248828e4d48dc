"use client";

import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Language } from "#lib/sites/sites/languages.ts";
import { VisitorPage } from "./visitor-page.tsx";
import { RATE_WORDS } from "./words.ts";

/** Confirms a visitor's address with the link of an email, and sends their conversation there. It takes a click. */
export function CopyPage({ language }: { language: Language }) {
  const token = useLinkToken();
  const [came, setCame] = useState<"sent" | "gone" | "limit" | "failed">();
  const [busy, startTransition] = useTransition();
  const words = RATE_WORDS[language];
  const send = () =>
    startTransition(async () => {
      const result = await callApi("/public/transcript", { method: "POST", body: { token } });
      if (result.ok) return setCame("sent");
      const { code } = result.problem;
      setCame(code === "link_gone" ? "gone" : code === "rate_limited" ? "limit" : "failed");
    });
  if (token === "") return <VisitorPage language={language} title={words.incompleteTitle} hint={words.incomplete} />;
  if (came === "gone") return <VisitorPage language={language} title={words.goneTitle} hint={words.copyGone} />;
  const problem = { limit: words.copyLimit, failed: words.failed };
  return (
    <VisitorPage language={language} title={words.copyTitle} hint={words.copyHint}>
      <div className="mt-6 grid gap-4">
        <Notice tone="problem">{came === "limit" || came === "failed" ? problem[came] : undefined}</Notice>
        <Notice tone="done">{came === "sent" ? words.copySent : undefined}</Notice>
        {came !== "sent" && (
          <div>
            <Button look="primary" busy={busy || token === undefined} onClick={send}>
              {words.copySubmit}
            </Button>
          </div>
        )}
      </div>
    </VisitorPage>
  );
}
