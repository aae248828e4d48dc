"use client";

import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { STOPPED } from "#components/webhooks/event-words.ts";
import type { FailedDeliveryJson } from "#lib/deliveries/schema.ts";

const MAILS: Record<string, string> = {
  owner_alert: "Mail to you about new messages",
  visitor_answer: "Mail to a visitor about your answer",
  test: "Mail to you about a test message",
  confirm_address: "Mail to confirm your address",
  reset_password: "Mail to reset your password",
  address_changed: "Mail about your changed address",
  webhook_stopped: "Mail to you about a stopped webhook",
};

const titleOf = ({ channel, kind }: FailedDeliveryJson) =>
  channel === "mail" ? (MAILS[kind] ?? "Mail") : `Webhook ${kind}`;

/** What was given up, each with its reason and another try. */
export function FailedDeliveries({ deliveries }: { deliveries: FailedDeliveryJson[] }) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [busy, startTransition] = useTransition();

  const retry = (delivery: FailedDeliveryJson) =>
    startTransition(async () => {
      const answer = await callApi(`/deliveries/${delivery.id}/retry`, { method: "POST" });
      if (!answer.ok && answer.problem.code !== "not_found") {
        return setSaid({ problem: answer.problem.code === "conflict" ? STOPPED : answer.problem.words });
      }
      setSaid({ done: "It is tried again now. If it fails for another day, it comes back here." });
      router.refresh();
      list.current?.focus();
    });

  return (
    <div ref={list} tabIndex={-1} className="grid gap-4 focus:outline-none">
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {deliveries.length === 0 ? (
        <p className="text-quiet">Nothing has failed. What is still being tried is not listed here.</p>
      ) : (
        <ul aria-label="Failed deliveries" className="divide-y divide-line rounded-lg border border-line">
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
          Given up <Moment at={failedAt} form="short" /> after {attempts === 1 ? "1 try" : `${attempts} tries`}
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
                Conversation
              </AppLink>
            </>
          )}
        </p>
      </div>
      <Button busy={busy} onClick={onRetry} aria-label={`Try again: ${title}`}>
        Try again
      </Button>
    </li>
  );
}
