"use client";

import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from "lucide-react";
import { useEffect, useState } from "react";
import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type HopStatus, liveWords, mailWords, storedWords, webhookWords } from "./hop-words.ts";
import { LONG_MS, useTestDelivery } from "./use-test-delivery.ts";

/** A stored test message: how long storing took, and when it came back over the stream. */
export type SentTest = { messageId: string; conversationId: string; storedMs: number; liveMs: number | undefined };

/** Shows how far a test message has come on each of its ways. */
export function DeliveryProof({ siteId, sent }: { siteId: string; sent: SentTest }) {
  const { delivery, problem, isLong, isOver } = useTestDelivery(siteId, sent.messageId);
  const isLate = useLate(sent.messageId);
  const storedAt = delivery?.stored.at ?? "";
  return (
    <div className="grid gap-3">
      <ul aria-label={deliveriesCopy.progress} className="divide-y divide-line rounded-lg border border-line">
        <Hop status={storedWords(sent.storedMs)} />
        <Hop status={liveWords(sent.liveMs, isLate)} />
        {delivery && <Hop status={mailWords(delivery.mail, storedAt, isLong)} />}
        {delivery?.webhooks.map((hop) => (
          <Hop key={hop.endpointId} status={webhookWords(hop, isLong)} place={hop.url} />
        ))}
        {delivery?.webhooks.length === 0 && <Hop status={{ state: "off", text: deliveriesCopy.noWebhook }} />}
      </ul>
      <Notice tone="problem">{delivery ? undefined : problem}</Notice>
      <p role="status" className="text-sm text-quiet">
        {isOver && delivery && [delivery.mail, ...delivery.webhooks].some(({ state }) => state === "pending")
          ? deliveriesCopy.stillTrying
          : ""}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <TextLink href={`/inbox/${sent.conversationId}`}>{deliveriesCopy.openConversation}</TextLink>
        <TextLink href="/settings/deliveries">{deliveriesCopy.failedTitle}</TextLink>
      </p>
    </div>
  );
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <AppLink href={href} className="font-medium text-accent underline underline-offset-3">
      {children}
    </AppLink>
  );
}

function useLate(messageId: string): boolean {
  const [late, setLate] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setLate(messageId), LONG_MS);
    return () => clearTimeout(timer);
  }, [messageId]);
  return late === messageId;
}

const ICONS = {
  done: { icon: CircleCheck, className: "text-accent" },
  waiting: { icon: CircleDashed, className: "text-quiet" },
  problem: { icon: CircleAlert, className: "text-danger" },
  off: { icon: CircleMinus, className: "text-quiet" },
};

function Hop({ status, place }: { status: HopStatus; place?: string }) {
  const { icon: Icon, className } = ICONS[status.state];
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon size={20} aria-label={deliveriesCopy.states[status.state]} role="img" className={`shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p>{status.text}</p>
        {place && (
          <p className="truncate text-sm text-quiet">
            <bdi>{place}</bdi>
          </p>
        )}
        {status.what && <p className="mt-0.5 text-sm text-pretty text-quiet">{status.what}</p>}
      </div>
    </li>
  );
}
