"use client";

import { type ReactNode, useState } from "react";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { ProofSection } from "#components/proof/proof-section.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { clockTime } from "#components/time/time-words.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { outranks } from "#lib/base/access/scopes.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ConversationNotificationsJson } from "#lib/notify/notifications/schema.ts";
import type { ConversationVisitorJson } from "#lib/widget/visits/schema.ts";
import { supportedZone } from "#platform/supported-zone.ts";
import { Attributes } from "./attributes.tsx";
import { Card } from "./card.tsx";
import { LanguageName } from "./language-name.tsx";
import { PageLink } from "./page-link.tsx";
import { Ratings } from "./ratings.tsx";

const PAGES_SHOWN = 5;

type Props = {
  conversation: ConversationJson;
  visitor: ConversationVisitorJson;
  proof: ConversationNotificationsJson | undefined;
};

// A visitor is stored with their first message, so a second date would only repeat the first.
const SAME_MS = 60_000;

/** Shows where and when a visitor is, what they visited, and their other conversations. */
export function VisitorFacts({ conversation, visitor, proof }: Props) {
  const { personId, firstSeenAt, details, conversations, conversationCount, openConversationId } = visitor;
  const { role } = useLive();
  const isReturning = Date.parse(conversation.createdAt) - Date.parse(firstSeenAt) > SAME_MS;
  return (
    <>
      <dl className="mt-4 grid gap-4">
        {details && <Details details={details} />}
        {isReturning && (
          <Fact term={visitorCopy.firstSeen}>
            <Moment at={firstSeenAt} form="exact" />
          </Fact>
        )}
      </dl>
      {openConversationId !== undefined && (
        <p className="mt-4 rounded-lg bg-note px-3 py-2 text-sm text-note-ink text-pretty">
          {visitorCopy.otherOpen(
            <AppLink href={`/inbox/${openConversationId}`} className="font-medium underline underline-offset-3">
              {visitorCopy.openIt}
            </AppLink>,
          )}
        </p>
      )}
      <p className="mt-4">
        <AppLink href={`/people/${personId}`} className="text-accent underline underline-offset-3">
          {visitorCopy.openPerson}
        </AppLink>
      </p>
      {visitor.hasCard && <Card key={conversation.id} conversationId={conversation.id} />}
      {visitor.attributes && <Attributes attributes={visitor.attributes} />}
      {conversation.rating !== undefined && <Ratings conversation={conversation} />}
      {proof && <ProofSection conversation={conversation} initial={proof} />}
      {details && details.pages.length > 0 && <Pages pages={details.pages} />}
      {conversations.length > 0 && (
        <section aria-label={visitorCopy.earlier} className="mt-5 border-t border-line pt-4">
          <h3 className="mb-1 flex items-baseline justify-between text-xs text-quiet">
            {visitorCopy.earlier}
            <span>{visitorCopy.inAll(conversationCount)}</span>
          </h3>
          <ul className="-mx-2">
            {conversations.map(({ id, status, lastMessageAt, lastMessagePreview }) => (
              <li key={id}>
                <AppLink
                  href={`/inbox/${id}`}
                  className="block rounded-lg px-2 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <bdi className="block truncate text-left">{lastMessagePreview}</bdi>
                  <span className="text-xs text-quiet">
                    {visitorCopy[status]} · <Moment at={lastMessageAt} form="date" />
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!details && outranks(role, "admin") && (
        <p className="mt-5 border-t border-line pt-4 text-sm text-quiet text-pretty">
          {visitorCopy.noDetails(
            <AppLink
              href={`/settings/sites/${conversation.siteId}/data`}
              className="whitespace-nowrap underline decoration-edge underline-offset-3"
            >
              {visitorCopy.turnOnDetails}
            </AppLink>,
          )}
        </p>
      )}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Details({ details }: { details: NonNullable<ConversationVisitorJson["details"]> }) {
  const { timeZone, language, browser, system } = details;
  const reader = useReader();
  const where = browser && system ? visitorCopy.browserOn(browser, system) : (browser ?? system);
  // This browser may not know the zone.
  const known = supportedZone(timeZone);
  const time = known && clockTime(new Date(reader.now), { ...reader, timeZone: known });
  return (
    <>
      {timeZone !== undefined && time !== undefined && (
        <Fact term={visitorCopy.localTime}>
          {visitorCopy.timeIn(<span className="tabular-nums">{time}</span>, timeZone.replaceAll("_", " "))}
        </Fact>
      )}
      {language !== undefined && (
        <Fact term={visitorCopy.language}>
          <LanguageName tag={language} />
        </Fact>
      )}
      {where && <Fact term={visitorCopy.browser}>{where}</Fact>}
    </>
  );
}

function Pages({ pages }: { pages: readonly { url: string; at: string }[] }) {
  const [isAll, setAll] = useState(false);
  const newest = pages.toReversed();
  const shown = isAll ? newest : newest.slice(0, PAGES_SHOWN);
  return (
    <section aria-label={visitorCopy.pages} className="relative mt-5 border-t border-line pt-4">
      <h3 className="mb-1.5 text-xs text-quiet">{visitorCopy.pages}</h3>
      <ol className="grid gap-1 *:min-w-0">
        {shown.map(({ url, at }) => (
          <li key={`${at} ${url}`} className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">
              <PageLink address={url} isShort />
            </span>
            <span className="shrink-0 text-xs text-quiet">
              <Moment at={at} form="short" />
            </span>
          </li>
        ))}
      </ol>
      {newest.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-1.5 text-sm font-medium text-accent underline underline-offset-3"
        >
          {visitorCopy.showAll(newest.length)}
        </button>
      )}
    </section>
  );
}
