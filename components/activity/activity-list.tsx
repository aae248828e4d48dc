"use client";

import type { ReactNode } from "react";
import { activityCopy } from "#components/catalogs/activity.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import type { ActivityJson } from "#lib/base/activity/schema.ts";
import { removedWords } from "./removed-words.ts";

/** The names of the people in the log, by id. */
export type ActivityNames = { people: Record<string, string>; sites: Record<string, string> };

type Props = { activity: readonly ActivityJson[]; names: ActivityNames };

/** Lists who did what, newest first. */
export function ActivityList({ activity, names }: Props) {
  return (
    <ol aria-label={activityCopy.title} className="divide-y divide-line border-y border-line">
      {activity.map((entry) => (
        <li key={entry.id} className="flex min-h-14 items-baseline gap-4 py-3">
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p>
              <Sentence entry={entry} names={names} />
            </p>
            <Removed entry={entry} />
            {activityCopy.via[entry.via] && <p className="text-sm text-quiet">{activityCopy.via[entry.via]}</p>}
          </div>
          <Moment at={entry.at} form="short" className="shrink-0 text-sm text-quiet" />
        </li>
      ))}
    </ol>
  );
}

const COUNTED: readonly ActivityJson["action"][] = [
  "visitor.erased",
  "conversation.deleted",
  "conversations.changed",
  "conversations.restored",
];

function Removed({ entry: { action, data } }: { entry: ActivityJson }) {
  const words = COUNTED.includes(action) ? removedWords(data) : undefined;
  return words === undefined ? null : <p className="text-sm text-quiet">{words}</p>;
}

function Sentence({ entry, names: { people, sites } }: { entry: ActivityJson; names: ActivityNames }) {
  const { action, actorId, actorName, siteId, targetId, targetName, targetEmail, via, conversationId, data } = entry;
  // The name of then. Someone who's gone is also named by their address.
  const personOf = (id: string, name: string | undefined, email?: string): ReactNode => {
    if (name === undefined) return activityCopy.formerTeammate;
    const isKnown = id in people || email === undefined || email === name;
    return <bdi className="font-medium">{isKnown ? name : activityCopy.withEmail(name, email)}</bdi>;
  };
  const nobody = via === "operator" ? activityCopy.operator : activityCopy.service;
  const given = data.to ?? data.role;
  const role = typeof given === "string" && given in activityCopy.roles ? given : undefined;
  const words = activityCopy.said[action]({
    by: actorId ? personOf(actorId, actorName) : nobody,
    to: targetId ? personOf(targetId, targetName, targetEmail) : undefined,
    site: siteId && siteId in sites ? <bdi className="font-medium">{sites[siteId]}</bdi> : activityCopy.formerSite,
    role: role && activityCopy.roles[role as keyof typeof activityCopy.roles],
  });
  return (
    <>
      {conversationId ? (
        <AppLink href={`/inbox/${conversationId}?status=all`} className="hover:underline">
          {words}
        </AppLink>
      ) : (
        words
      )}
    </>
  );
}
