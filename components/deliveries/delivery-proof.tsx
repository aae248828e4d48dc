"use client";

import { CircleAlert, CircleCheck, CircleDashed, CircleMinus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import {
  channelHops,
  type HopStatus,
  liveWords,
  mailWords,
  notSetUp,
  plannedWords,
  storedWords,
  webhookWords,
} from "./hop-words.ts";
import { LONG_MS, useTestDelivery } from "./use-test-delivery.ts";

/** A stored test message: how long storing took, and when it came back over the stream. */
export type SentTest = { messageId: string; conversationId: string; storedMs: number; liveMs: number | undefined };

/** Shows how far a test message has come on each of its ways. */
export function DeliveryProof({ siteId, sent }: { siteId: string; sent: SentTest }) {
  const { messageId, conversationId } = sent;
  const { found, problem, isLong, isOver } = useTestDelivery(siteId, messageId, conversationId);
  const isLate = useLate(messageId);
  const delivery = found?.delivery;
  const storedAt = delivery?.stored.at ?? "";
  const missing = found && notSetUp(found.channels);
  return (
    <div className="grid gap-3">
      <div aria-live="polite">
        <ul aria-label={deliveriesCopy.progress} className="divide-y divide-line rounded-lg border border-line">
          <Hop status={storedWords(sent.storedMs)} />
          <Hop status={liveWords(sent.liveMs, isLate)} />
          {found && <Hop status={plannedWords(found.notified, storedAt, isLong)} />}
          {found &&
            channelHops(found.notified, found.channels, storedAt, isOver).map(({ id, name, ...status }) => (
              <Hop key={id} status={status} place={name} />
            ))}
          {missing && (
            <Hop status={{ state: "off", text: missing }}>
              <TextLink href="/settings/account/notifications">{deliveriesCopy.setUp}</TextLink>
            </Hop>
          )}
          {delivery && <Hop status={mailWords(delivery.mail, storedAt, isLong)} />}
          {delivery?.webhooks.map((hop) => (
            <Hop key={hop.endpointId} status={webhookWords(hop, isLong)} place={hop.url} />
          ))}
          {delivery?.webhooks.length === 0 && <Hop status={{ state: "off", text: deliveriesCopy.noWebhook }} />}
        </ul>
      </div>
      <Notice tone="problem">{found ? undefined : problem}</Notice>
      <p role="status" className="text-sm text-quiet">
        {isOver && delivery && [delivery.mail, ...delivery.webhooks].some(({ state }) => state === "pending")
          ? deliveriesCopy.stillTrying
          : ""}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <TextLink href={`/inbox/${conversationId}`}>{deliveriesCopy.openConversation}</TextLink>
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

function Hop({ status, place, children }: { status: HopStatus; place?: string; children?: ReactNode }) {
  const { icon: Icon, className } = ICONS[status.state];
  return (
    <li aria-atomic className="flex gap-3 px-4 py-3">
      <Icon size={20} aria-label={deliveriesCopy.states[status.state]} role="img" className={`shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p>{status.text}</p>
        {place && (
          <p className="truncate text-sm text-quiet">
            <bdi>{place}</bdi>
          </p>
        )}
        {status.what && <p className="mt-0.5 text-sm text-pretty text-quiet">{status.what}</p>}
        {children && <p className="mt-0.5">{children}</p>}
      </div>
    </li>
  );
}
