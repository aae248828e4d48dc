"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { FailedDeliveryJson } from "#lib/notify/deliveries/schema.ts";

const titleOf = ({ channel, kind }: FailedDeliveryJson) =>
  channel === "mail" ? (deliveriesCopy.kinds[kind] ?? deliveriesCopy.otherMail) : deliveriesCopy.webhook(kind);

/** Lists failed deliveries with the reason, and a button to retry. */
export function FailedDeliveries({ deliveries }: { deliveries: FailedDeliveryJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  const retry = (delivery: FailedDeliveryJson) =>
    startTransition(async () => {
      const result = await callApi(`/deliveries/${delivery.id}/retry`, { method: "POST" });
      if (!result.ok && result.problem.code !== "not_found") {
        return setSaid({
          problem: result.problem.code === "conflict" ? webhooksCopy.startFirst : result.problem.words,
        });
      }
      setSaid({ done: deliveriesCopy.retrying });
      router.refresh();
      list.current?.focus();
    });

  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 *:min-w-0 focus:outline-none">
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {deliveries.length === 0 ? (
        <p className="text-quiet">{deliveriesCopy.nothingFailed}</p>
      ) : (
        <ul aria-label={deliveriesCopy.failedTitle} className="divide-y divide-line rounded-lg border border-line">
          {deliveries.map((delivery) => (
            <FailedRow key={delivery.id} delivery={delivery} busy={busy} onRetry={() => retry(delivery)} />
          ))}
        </ul>
      )}
    </div>
  );
}

type RowProps = { delivery: FailedDeliveryJson; busy: boolean; onRetry: () => void };

function FailedRow({ delivery, busy, onRetry }: RowProps) {
  const { siteName, conversationId, url, reason, attempts, failedAt } = delivery;
  const title = titleOf(delivery);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3 sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        {url && (
          <p className="truncate text-sm text-quiet">
            <bdi>{url}</bdi>
          </p>
        )}
        <p className="mt-0.5 text-pretty wrap-anywhere">{reason}</p>
        <p className="mt-0.5 text-sm text-quiet">
          {deliveriesCopy.gaveUp(<Moment at={failedAt} form="short" />, attempts)}
          {siteName && (
            <>
              {" · "}
              <bdi>{siteName}</bdi>
            </>
          )}
          {conversationId && (
            <>
              {" · "}
              <AppLink href={`/inbox/${conversationId}`} className="text-accent underline underline-offset-3">
                {deliveriesCopy.conversation}
              </AppLink>
            </>
          )}
        </p>
      </div>
      <Button busy={busy} onClick={onRetry} aria-label={deliveriesCopy.retryOf(title)}>
        {deliveriesCopy.retry}
      </Button>
    </li>
  );
}
