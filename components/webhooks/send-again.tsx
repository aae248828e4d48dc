"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { followDelivery } from "./follow-delivery.ts";

type Props = { siteId: string; endpointId: string; deliveryId: string; attempts: number };

/** Sends an event again, and waits for the result. */
export function SendAgain({ siteId, endpointId, deliveryId, attempts }: Props) {
  const path = `/sites/${siteId}/webhooks/${endpointId}/deliveries/${deliveryId}`;
  const router = useRouter();
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  const send = () =>
    startTransition(async () => {
      setSaid({});
      const result = await callApi(`${path}/replay`, { method: "POST" });
      if (!result.ok)
        return setSaid({
          problem: result.problem.code === "conflict" ? webhooksCopy.startFirst : result.problem.words,
        });
      const followed = await followDelivery(path, attempts + 1);
      router.refresh();
      if (typeof followed === "string") return setSaid({ problem: followed });
      if (followed.status === "delivered") return setSaid({ done: webhooksCopy.delivered });
      if (followed.attempts > attempts)
        return setSaid({ problem: webhooksCopy.notDelivered(followed.failure?.detail ?? "") });
      setSaid({ done: webhooksCopy.onItsWay });
    });

  return (
    <div className="grid gap-3">
      <div>
        <Button look="primary" busy={busy} onClick={send}>
          {webhooksCopy.sendAgain}
        </Button>
      </div>
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
    </div>
  );
}
