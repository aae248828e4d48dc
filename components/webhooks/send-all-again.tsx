"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";

const BEFORE_ALL = "2000-01-01T00:00:00Z";

/** Sends a webhook's failed events again, after a confirmation. `count` is how many one request sends. */
export function SendAllAgain({ endpoint, count }: { endpoint: EndpointJson; count: number }) {
  const { id, siteId } = endpoint;
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();

  const send = async () => {
    const path = `/sites/${siteId}/webhooks/${id}/deliveries/replay`;
    const result = await callApi<{ count: number }>(path, { method: "POST", body: { since: BEFORE_ALL } });
    if (!result.ok) return result.problem.code === "conflict" ? webhooksCopy.startFirst : result.problem.words;
    setAsking(false);
    setDone(webhooksCopy.sendingAll(result.value.count));
    router.refresh();
    return undefined;
  };

  return (
    <>
      {count > 0 && (
        <div>
          <Button onClick={() => setAsking(true)}>{webhooksCopy.sendAllAgain}</Button>
        </div>
      )}
      <Notice tone="done">{done}</Notice>
      {isAsking && (
        <ConfirmDialog
          title={webhooksCopy.sendAllTitle(count)}
          action={webhooksCopy.sendAllAgain}
          look="primary"
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          {webhooksCopy.sendAllHint}
        </ConfirmDialog>
      )}
    </>
  );
}
