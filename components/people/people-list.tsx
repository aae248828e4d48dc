"use client";

import { BadgeCheck } from "lucide-react";
import { useId } from "react";
import { peopleCopy } from "#components/catalogs/people.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass, selectClass } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import { PEOPLE_ORDERS } from "#lib/desk/people/orders.ts";
import type { PeopleResponse, PersonJson } from "#lib/desk/people/schema.ts";
import { personLabel } from "./person-name.ts";
import { type Asked, usePeople } from "./use-people.ts";

export type PeopleSite = { id: string; name: string; color: string };

type Props = { initial: PeopleResponse; asked: Asked; sites: PeopleSite[] };

const SEARCH_MAX = 200;

/** Lists everyone who wrote, with a search, an order and a filter by site, which the address keeps. */
export function PeopleList({ initial, asked: first, sites }: Props) {
  const { asked, people, nextCursor, step, ask, again, more } = usePeople(initial, first);
  const isNarrowed = asked.q.trim() !== "" || asked.siteId !== "";
  return (
    <>
      <Controls asked={asked} sites={sites} onAsk={ask} />
      <div aria-busy={step === "loading"}>
        {people.length > 0 && (
          <ul aria-label={peopleCopy.title} className="-mx-3 divide-y divide-line border-y border-line">
            {people.map((person) => (
              <Row key={person.id} person={person} order={asked.order} sites={sites} />
            ))}
          </ul>
        )}
        <p role="status" className="text-quiet not-empty:py-4">
          {step === "loading"
            ? peopleCopy.loading
            : people.length === 0 &&
              step === "done" &&
              nextCursor === undefined &&
              (isNarrowed ? peopleCopy.noneFound : peopleCopy.none)}
        </p>
        <Notice tone="problem">{step === "failed" && peopleCopy.notLoaded}</Notice>
        {step === "failed" && (
          <div className="mt-4">
            <Button onClick={() => void (people.length > 0 && nextCursor !== undefined ? more() : again())}>
              {peopleCopy.showMore}
            </Button>
          </div>
        )}
        {step === "done" && nextCursor !== undefined && (
          <Button onClick={() => void more()}>
            {people.length === 0 ? peopleCopy.searchFurther : peopleCopy.showMore}
          </Button>
        )}
      </div>
    </>
  );
}

type ControlsProps = { asked: Asked; sites: PeopleSite[]; onAsk: (changes: Partial<Asked>) => void };

function Controls({ asked, sites, onAsk }: ControlsProps) {
  const id = useId();
  return (
    <search className="mb-5 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 max-sm:basis-full sm:basis-60">
        <label htmlFor={`${id}-q`} className="mb-1.5 block font-medium">
          {peopleCopy.search}
        </label>
        <input
          id={`${id}-q`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={peopleCopy.searchHint}
          maxLength={SEARCH_MAX}
          defaultValue={asked.q}
          onChange={(event) => onAsk({ q: event.currentTarget.value })}
          className={controlClass}
        />
      </div>
      {sites.length > 1 && (
        <div className="min-w-0 max-sm:flex-1">
          <label htmlFor={`${id}-site`} className="mb-1.5 block font-medium">
            {peopleCopy.site}
          </label>
          <select
            id={`${id}-site`}
            value={asked.siteId}
            onChange={(event) => onAsk({ siteId: event.currentTarget.value })}
            className={`${selectClass} sm:max-w-52`}
          >
            <option value="">{peopleCopy.allSites}</option>
            {sites.map(({ id: siteId, name }) => (
              <option key={siteId} value={siteId}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="min-w-0 max-sm:flex-1">
        <label htmlFor={`${id}-order`} className="mb-1.5 block font-medium">
          {peopleCopy.sort}
        </label>
        <select
          id={`${id}-order`}
          value={asked.order}
          onChange={(event) =>
            onAsk({ order: PEOPLE_ORDERS.find((order) => order === event.currentTarget.value) ?? "lastMessage" })
          }
          className={selectClass}
        >
          {PEOPLE_ORDERS.map((order) => (
            <option key={order} value={order}>
              {peopleCopy.orders[order]}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

function Row({ person, order, sites }: { person: PersonJson; order: Asked["order"]; sites: PeopleSite[] }) {
  const { id, name, email, siteId, siteName, verified, emailConfirmed, visitorCount, conversationCount } = person;
  const { text, isOurs } = personLabel(person);
  const at = order === "firstSeen" ? person.firstSeenAt : (person.lastMessageAt ?? person.firstSeenAt);
  const color = sites.find((site) => site.id === siteId)?.color;
  return (
    <li className="relative flex items-center gap-3 px-3 py-3 transition-colors hover:bg-hover">
      <Avatar id={id} name={name} siteColor={color} siteName={siteName} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <AppLink
            href={`/people/${id}`}
            className="min-w-0 truncate font-medium before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2"
          >
            <bdi className={isOurs ? "text-quiet" : undefined}>{text}</bdi>
          </AppLink>
          {(verified || emailConfirmed) && (
            <span className="shrink-0 text-accent" title={verified ? peopleCopy.verified : peopleCopy.confirmed}>
              <BadgeCheck size={16} aria-hidden />
              <span className="sr-only">{verified ? peopleCopy.verified : peopleCopy.confirmed}</span>
            </span>
          )}
          {person.blocked && <span className="shrink-0 text-sm text-danger">{peopleCopy.blocked}</span>}
        </p>
        <p className="flex gap-2 text-sm text-quiet">
          {email !== undefined && email !== text && <bdi className="min-w-0 truncate">{email}</bdi>}
          <span className="shrink-0">{peopleCopy.conversations(conversationCount)}</span>
          {visitorCount > 1 && (
            <span className="shrink-0 max-sm:hidden">{peopleCopy.mergedVisitors(visitorCount)}</span>
          )}
        </p>
      </div>
      {sites.length > 1 && (
        <bdi className="max-w-40 shrink-0 truncate text-sm text-quiet max-md:hidden">{siteName}</bdi>
      )}
      <span className="shrink-0 text-sm text-quiet tabular-nums">
        <Moment at={at} form="list" />
      </span>
    </li>
  );
}
