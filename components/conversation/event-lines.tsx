import type { ReactNode } from "react";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { eventsCopy } from "#components/catalogs/events.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { Face } from "#components/visitor/face.tsx";
import type { EventJson } from "#lib/desk/conversation-events/schema.ts";
import type { ThreadItem } from "./thread-items.ts";

/**
 * Lines that say who assigned, closed, reopened or snoozed the conversation, marked it as spam, rated it, or said that it needs no
 * reply.
 */
export function EventLines({ events }: { events: readonly ThreadItem[] }) {
  // A later version may have other kinds, which this page can't word.
  const known = events.filter(({ event }) => event && typeof eventsCopy[event.kind] === "function");
  if (known.length === 0) return null;
  return (
    <li className="pt-4">
      <ul className="grid gap-1 text-center text-xs text-quiet">
        {known.map(
          ({ key, event }) =>
            event && (
              <li key={key} data-event={event.kind} className="wrap-anywhere">
                <EventWords event={event} /> <Moment at={event.createdAt} form="clock" className="ms-1" />
              </li>
            ),
        )}
      </ul>
    </li>
  );
}

function EventWords({ event }: { event: EventJson }) {
  const { isShared, readerId } = useTeam();
  const reader = useReader();
  const { kind, via, actorId, actorName, targetId, targetName, until, days, score = 0 } = event;
  const named = (id: string | undefined, name: string): ReactNode =>
    id === readerId || !isShared ? undefined : <bdi>{name}</bdi>;
  const by = eventsCopy.by[via] ?? eventsCopy.by.service;
  const who = actorId === undefined ? by : (named(actorId, actorName ?? by) ?? eventsCopy.you);
  if (kind === "assigned" || kind === "unassigned") {
    // Neither is known of someone whose account was deleted.
    const isOwn = actorId !== undefined && targetId === actorId;
    return (
      <span>
        {eventsCopy[kind]({
          by: actorId === undefined && via === "service" ? undefined : who,
          isOwn,
          to: named(targetId, targetName ?? eventsCopy.formerTeammate),
        })}
      </span>
    );
  }
  if (kind === "snoozed") return <span>{eventsCopy.snoozed(who, until && untilTime(new Date(until), reader))}</span>;
  if (kind === "woken") return <span>{actorId ? eventsCopy.woken(who) : eventsCopy.wokenBy(via)}</span>;
  if (kind === "rated") {
    return (
      <span className="inline-flex items-center gap-1 align-bottom">
        <Face score={score} /> {eventsCopy.rated(score)}
      </span>
    );
  }
  if (kind === "closed" && via === "auto_close") return <span>{eventsCopy.closedAutomatically(days)}</span>;
  if (kind === "no_reply") {
    const by = named(actorId, actorName ?? eventsCopy.formerTeammate);
    return <span>{eventsCopy.no_reply(by)}</span>;
  }
  return <span>{eventsCopy[kind](who)}</span>;
}
