"use client";

import { Check, CheckCheck, CircleAlert, CircleDashed, CircleMinus, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { proofCopy } from "#components/catalogs/proof.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { ConversationNotificationsJson, NotificationJson } from "#lib/notify/notifications/schema.ts";

const ICONS = {
  pending: { icon: CircleDashed, className: "text-quiet" },
  accepted: { icon: Check, className: "text-quiet" },
  shown: { icon: CheckCheck, className: "text-accent" },
  failed: { icon: CircleAlert, className: "text-danger" },
  skipped: { icon: CircleMinus, className: "text-quiet" },
};

/** Who was notified about a conversation, through which channel and with what result, and what happens next. */
export function ProofFacts({ proof, isInLine = false }: { proof: ConversationNotificationsJson; isInLine?: boolean }) {
  const { next } = proof;
  const notifications = newestOfEach(proof.notifications);
  return (
    <ul
      aria-label={proofCopy.title}
      className={classNames("text-sm text-quiet", isInLine ? "flex flex-wrap gap-x-4 gap-y-0.5" : "grid gap-1.5")}
    >
      {notifications.map((notification) => (
        <Fact key={notification.id} {...ICONS[notification.status]}>
          <Words notification={notification} />
        </Fact>
      ))}
      {notifications.length === 0 && (
        <Fact icon={CircleMinus} className="text-quiet">
          <NoOne proof={proof} />
        </Fact>
      )}
      {next && (
        <Fact icon={Clock3} className="text-quiet">
          {proofCopy.next(proofCopy.steps[next.what], <At at={next.at} />)}
        </Fact>
      )}
    </ul>
  );
}

type FactProps = { icon: typeof Check; className: string; children: ReactNode };

function Fact({ icon: Icon, className, children }: FactProps) {
  return (
    <li className="flex min-w-0 items-start gap-1.5">
      <Icon size={16} aria-hidden className={classNames("mt-0.5 shrink-0", className)} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

function Words({ notification }: { notification: NotificationJson }) {
  const { channel, name, status, detail, dueAt, createdAt, acceptedAt, shownAt, clickedAt } = notification;
  const place = channel === "email" || channel === "telegram" ? proofCopy.channels[channel] : <bdi>{name}</bdi>;
  const reader = useReader();
  const when = (at: string) => <Moment at={at} form="short" />;
  if (clickedAt) return proofCopy.opened(place, when(clickedAt));
  if (status === "shown") return proofCopy.shown(place, when(shownAt ?? createdAt));
  if (status === "accepted") return proofCopy.accepted(place, when(acceptedAt ?? createdAt));
  if (status === "failed") return proofCopy.failed(place, detail);
  if (status === "skipped") return proofCopy.skipped(place, detail);
  if (detail !== undefined) return proofCopy.retried(place, detail);
  return Date.parse(dueAt) > reader.now ? proofCopy.queued(place, <At at={dueAt} />) : proofCopy.pending(place);
}

function NoOne({ proof: { since, next } }: { proof: ConversationNotificationsJson }) {
  if (since === undefined) return proofCopy.notRecorded;
  if (next) return proofCopy.noOneYet;
  return proofCopy.noDevice(
    <AppLink href="/settings/account/notifications" className="underline decoration-edge underline-offset-3">
      {proofCopy.setUp}
    </AppLink>,
  );
}

function At({ at }: { at: string }) {
  const reader = useReader();
  const isPast = Date.parse(at) <= reader.now;
  return (
    <time dateTime={at} lang={reader.language} suppressHydrationWarning>
      {isPast ? proofCopy.now : untilTime(new Date(at), reader)}
    </time>
  );
}

/** The newest notification of each channel: it replaced those before. */
function newestOfEach(notifications: readonly NotificationJson[]): NotificationJson[] {
  const seen = new Set<string>();
  return notifications.filter(({ userId, channel, channelId = channel }) => {
    const key = `${userId} ${channelId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
