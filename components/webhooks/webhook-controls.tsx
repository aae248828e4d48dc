"use client";

import { useState, useTransition } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";
import type { DeliveryDetailJson, EndpointJson, NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { followDelivery } from "./follow-delivery.ts";
import { StoppedNotice } from "./stopped-notice.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const testWords = ({ status, failure, statusCode }: Pick<DeliveryDetailJson, "status" | "failure" | "statusCode">) => {
  if (status === "delivered") return { done: webhooksCopy.testArrived(statusCode ?? 0) };
  if (status === "pending") return { done: webhooksCopy.testPending };
  return { problem: webhooksCopy.testFailed(failure?.detail ?? "") };
};

const QUESTIONS = {
  replace: {
    title: webhooksCopy.replaceTitle,
    action: webhooksCopy.generateSecret,
    look: "primary",
    children: webhooksCopy.replaceHint,
  },
  stop: {
    title: webhooksCopy.stopTitle,
    action: webhooksCopy.stop,
    look: "primary",
    children: webhooksCopy.stopHint,
  },
  delete: { title: webhooksCopy.deleteTitle, action: webhooksCopy.delete, children: webhooksCopy.deleteHint },
} as const;

/** The actions for a webhook: test, stop, rotate its secret, delete. */
export function WebhookControls({ endpoint }: { endpoint: EndpointJson }) {
  const { id, siteId, previousSecretEndsAt, stoppedAt } = endpoint;
  const path = `/sites/${siteId}/webhooks/${id}`;
  const router = useWorkspaceRouter();
  const [secret, setSecret] = useState<string>();
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [asking, setAsking] = useState<keyof typeof QUESTIONS | null>(null);
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
    const result = await callApi(path, { method: "PATCH", body: { stopped } });
    if (!result.ok) return result.problem.words;
    setAsking(null);
    setSaid(stopped ? {} : { done: webhooksCopy.started });
    router.refresh();
    return undefined;
  };

  const replace = async () => {
    const result = await callApi<NewEndpointResponse>(`${path}/secret`, { method: "POST", body: {} });
    if (!result.ok) return result.problem.words;
    setSecret(result.value.secret);
    setAsking(null);
    router.refresh();
    return undefined;
  };

  const remove = async () => {
    const result = await callDelete(path);
    if (!result.ok) return result.problem.words;
    router.replace(`/settings/sites/${siteId}/webhooks`);
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
          {webhooksCopy.previousSecret(
            <Moment at={previousSecretEndsAt} form="date" />,
            <Moment at={previousSecretEndsAt} form="clock" />,
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" busy={busy} onClick={test}>
          {webhooksCopy.sendTest}
        </Button>
        <Button onClick={() => setAsking("replace")}>{webhooksCopy.replaceSecret}</Button>
        {!stoppedAt && <Button onClick={() => setAsking("stop")}>{webhooksCopy.stop}</Button>}
        <Button onClick={() => setAsking("delete")}>
          <span className="text-danger">{webhooksCopy.delete}</span>
        </Button>
      </div>
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {asking && (
        <ConfirmDialog
          key={asking}
          {...QUESTIONS[asking]}
          onConfirm={{ replace, stop: () => setStopped(true), delete: remove }[asking]}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
