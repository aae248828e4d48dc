"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { DeliveryDetailJson, EndpointJson, NewEndpointAnswer } from "#lib/webhooks/schema.ts";
import { followDelivery } from "./follow-delivery.ts";
import { StoppedNotice } from "./stopped-notice.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const testWords = ({ status, failure, statusCode }: Pick<DeliveryDetailJson, "status" | "failure" | "statusCode">) => {
  if (status === "delivered") return { done: `The test event arrived, and was answered with ${statusCode}.` };
  if (status === "pending") return { done: "The test event is on its way. The log shows what becomes of it." };
  return { problem: `The test event did not arrive. ${failure?.detail ?? ""}` };
};

/** What can be done with a webhook beside changing it. */
export function WebhookControls({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, previousSecretEndsAt, stoppedAt } = endpoint;
  const path = `/sites/${siteId}/webhooks/${id}`;
  const router = useRouter();
  const [secret, setSecret] = useState<string>();
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [asking, setAsking] = useState<"replace" | "stop" | "delete">();
  const [busy, startTransition] = useTransition();

  const test = () =>
    startTransition(async () => {
      setSaid({});
      const made = await callApi<{ delivery: { id: string } }>(`${path}/test`, { method: "POST" });
      if (!made.ok) return setSaid({ problem: made.problem.words });
      const followed = await followDelivery(`${path}/deliveries/${made.value.delivery.id}`, 1);
      setSaid(typeof followed === "string" ? { problem: followed } : testWords(followed));
      router.refresh();
    });

  const setStopped = async (stopped: boolean) => {
    const answer = await callApi(path, { method: "PATCH", body: { stopped } });
    if (!answer.ok) return answer.problem.words;
    setAsking(undefined);
    setSaid(stopped ? {} : { done: "Started. It is told of what happens from now on." });
    router.refresh();
    return undefined;
  };

  const replace = async () => {
    const answer = await callApi<NewEndpointAnswer>(`${path}/secret`, { method: "POST", body: {} });
    if (!answer.ok) return answer.problem.words;
    setSecret(answer.value.secret);
    setAsking(undefined);
    router.refresh();
    return undefined;
  };

  const remove = async () => {
    const answer = await callApi(path, { method: "DELETE" });
    if (!answer.ok && answer.problem.code !== "not_found") return answer.problem.words;
    router.replace(`/settings/sites/${siteId}#webhooks`);
    return undefined;
  };

  const start = () =>
    startTransition(async () => {
      const problem = await setStopped(false);
      if (problem) setSaid({ problem });
    });

  return (
    <div className="grid gap-4 *:min-w-0">
      <StoppedNotice endpoint={endpoint} busy={busy} onStart={start} />
      {secret && <WebhookSecret secret={secret} onStored={() => setSecret(undefined)} />}
      {previousSecretEndsAt && (
        <p>
          Requests are signed with the last secret too until <Moment at={previousSecretEndsAt} form="date" />,{" "}
          <Moment at={previousSecretEndsAt} form="clock" />.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={busy} onClick={test}>
          Send a test event
        </Button>
        <Button onClick={() => setAsking("replace")}>Replace the secret</Button>
        {!stoppedAt && <Button onClick={() => setAsking("stop")}>Stop</Button>}
        <Button onClick={() => setAsking("delete")}>
          <span className="text-danger">Delete</span>
        </Button>
      </div>
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {asking === "replace" && (
        <ConfirmDialog
          title="Replace the secret?"
          action="Make a new secret"
          look="primary"
          onConfirm={replace}
          onClose={() => setAsking(undefined)}
        >
          For 24 hours each request is signed with both the present one and the new one, so that your system has time to
          change. One before that is not used any more.
        </ConfirmDialog>
      )}
      {asking === "stop" && (
        <ConfirmDialog
          title="Stop this webhook?"
          action="Stop it"
          look="primary"
          onConfirm={() => setStopped(true)}
          onClose={() => setAsking(undefined)}
        >
          Nothing more is sent to it until you start it again. What happens meanwhile is not kept for it.
        </ConfirmDialog>
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title="Delete this webhook?"
          action="Delete it"
          onConfirm={remove}
          onClose={() => setAsking(undefined)}
        >
          Nothing more is sent to it, and its log goes with it. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}
