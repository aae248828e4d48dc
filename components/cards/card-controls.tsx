"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { cardsCopy } from "#components/catalogs/cards.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { CardLines } from "#components/visitor/card.tsx";
import type { CardJson, CardResponse, NewSiteCardResponse } from "#lib/desk/cards/schema.ts";

const QUESTIONS = {
  replace: {
    title: cardsCopy.replaceTitle,
    action: cardsCopy.generateSecret,
    look: "primary",
    children: cardsCopy.replaceHint,
  },
  remove: { title: cardsCopy.removeTitle, action: cardsCopy.removeAction, children: cardsCopy.removeHint },
} as const;

/** The actions for a site's card: test it, replace its secret, remove it. */
export function CardControls({ siteId, onSecret }: { siteId: string; onSecret: (secret: string) => void }) {
  const path = `/sites/${siteId}/card`;
  const router = useRouter();
  const [said, setSaid] = useState<{ card?: CardJson; problem?: string }>({});
  const [asking, setAsking] = useState<keyof typeof QUESTIONS | null>(null);
  const [busy, startTransition] = useTransition();

  const test = () =>
    startTransition(async () => {
      setSaid({});
      const result = await callApi<CardResponse>(`${path}/test`, { method: "POST" });
      if (!result.ok) return setSaid({ problem: result.problem.words });
      const { card, failure } = result.value;
      setSaid(failure ? { problem: cardsCopy.testFailed(failure.detail) } : { ...(card && { card }) });
    });

  const replace = async () => {
    const result = await callApi<NewSiteCardResponse>(`${path}/secret`, { method: "POST" });
    if (!result.ok) return result.problem.words;
    if (result.value.secret !== undefined) onSecret(result.value.secret);
    setAsking(null);
    router.refresh();
    return undefined;
  };

  const remove = async () => {
    const result = await callDelete(path);
    if (!result.ok) return result.problem.words;
    setAsking(null);
    router.refresh();
    return undefined;
  };

  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={busy} onClick={test}>
          {cardsCopy.test}
        </Button>
        <Button onClick={() => setAsking("replace")}>{cardsCopy.replaceSecret}</Button>
        <Button onClick={() => setAsking("remove")}>
          <span className="text-danger">{cardsCopy.remove}</span>
        </Button>
      </div>
      <p role="status" className="sr-only">
        {busy ? cardsCopy.testing : ""}
      </p>
      <Notice tone="problem">{said.problem}</Notice>
      {said.card && (
        <div className="max-w-96 rounded-xl border border-line bg-paper p-4">
          <p role="status" className="text-sm text-quiet text-pretty">
            {cardsCopy.testArrived}
          </p>
          <CardLines card={said.card} />
        </div>
      )}
      {asking && (
        <ConfirmDialog
          key={asking}
          {...QUESTIONS[asking]}
          onConfirm={{ replace, remove }[asking]}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
