"use client";

import { BookmarkPlus, ChevronDown, SlidersHorizontal, X } from "lucide-react";
import { Fragment, useState } from "react";
import { AssigneeFilter } from "#components/assignment/assignee-filter.tsx";
import { useNameOf } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { filtersCopy } from "#components/catalogs/filters.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { ratingsCopy, scoreWords } from "#components/catalogs/ratings.ts";
import { reportsCopy } from "#components/catalogs/reports.tsx";
import { viewsCopy } from "#components/catalogs/views.ts";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { addedFilters } from "#components/filter/added-filters.ts";
import { type FilterSite, type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { LabelDot } from "#components/labels/label-chip.tsx";
import { type ShownLabel, useLabels } from "#components/labels/use-labels.ts";
import { rangeWords } from "#components/reports/report-words.ts";
import { type Reader, useReader } from "#components/time/reader.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { commandLabel, runCommand, useCommand, useCommandChanges } from "#components/ui/commands.ts";
import { Menu, MenuButton, MenuLink } from "#components/ui/menu.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import { ViewsMenu } from "#components/views/views-menu.tsx";
import { Face } from "#components/visitor/face.tsx";
import type { LabelColor } from "#lib/desk/labels/label-colors.ts";
import { AttributeFilter } from "./attribute-filter.tsx";
import { PageFilter } from "./page-filter.tsx";

const STATUSES = ["open", "snoozed", "closed", "all"] as const;

/** Filters the list by status, and further. The filters are links, so that each has a URL. Where the list is narrow, they're menus. */
export function StatusFilter({ filter }: { filter: InboxFilter }) {
  const countOf = useTabCounts(filter.siteId);
  const choices = STATUSES.map((status) => ({
    status,
    path: inboxPath({ ...filter, status }),
    isOn: filter.status === status,
  }));
  return (
    <>
      <div className="flex items-center gap-1 lg:flex-wrap">
        <AssigneeFilter filter={filter} />
        <nav
          aria-label={inboxCopy.statusFilter}
          className="flex min-w-0 gap-0.5 rounded-lg bg-sunken p-0.5 max-lg:hidden"
        >
          {choices.map(({ status, path, isOn }) => (
            <AppLink
              key={status}
              href={path}
              aria-current={isOn ? "true" : undefined}
              className="flex items-baseline gap-1 rounded-md px-2 py-1 text-sm font-medium whitespace-nowrap text-quiet transition-colors hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-sm pointer-coarse:py-2"
            >
              <StatusName status={status} count={countOf(status)} />
            </AppLink>
          ))}
        </nav>
        <div className="min-w-0 first:-ms-2 lg:hidden">
          <Menu
            align="start"
            label={
              <>
                <span className="sr-only">{inboxCopy.statusFilter}: </span>
                <span className="truncate">{inboxCopy[filter.status]}</span>
                <ChevronDown size={16} aria-hidden className="shrink-0" />
              </>
            }
          >
            {choices.map(({ status, path, isOn }) => (
              <MenuLink key={status} path={path} isOn={isOn}>
                <StatusName status={status} count={countOf(status)} />
              </MenuLink>
            ))}
          </Menu>
        </div>
      </div>
      <ActiveFilters filter={filter} />
    </>
  );
}

/** The views of the inbox, and what can be filtered beyond its tabs. */
export function ListMenus({ filter }: { filter: InboxFilter }) {
  return (
    <div className="flex shrink-0 [&>details]:ms-0">
      <ViewsMenu filter={filter} />
      <FilterMenu filter={filter} />
    </div>
  );
}

/** Returns the filters beyond the tabs. The few that everyone has come first, and the languages last. */
function useFurtherFilters(filter: InboxFilter): FurtherFilter[] {
  const { labels } = useLabels();
  const nameOf = useNameOf();
  const reader = useReader();
  const added = addedFilters(filter);
  return [
    ...furtherFilters(filter),
    ...personFilter(filter, nameOf),
    ...reportFilters(filter, reader),
    ...added.filter(({ group }) => group === undefined),
    ...labelFilters(filter, labels),
    ...added.filter(({ group }) => group !== undefined),
  ];
}

function StatusName({ status, count }: { status: (typeof STATUSES)[number]; count: number }) {
  return (
    <>
      {inboxCopy[status]}
      {count > 0 && (
        <span className="text-xs tabular-nums">
          {inboxCopy.unreadCount(count)}
          {status !== "snoozed" && <span className="sr-only"> {inboxCopy.new}</span>}
        </span>
      )}
    </>
  );
}

/** Returns the number of each tab: what's unread in it, or how many are snoozed. */
function useTabCounts(siteId: string | undefined): (status: (typeof STATUSES)[number]) => number {
  const { open, closed, snoozed, sites } = useCounts();
  const ofSite = sites.find((site) => site.siteId === siteId)?.unread ?? 0;
  // Only unread open conversations are counted by site.
  const counts = siteId ? { open: ofSite, snoozed: 0, closed: 0 } : { open, snoozed, closed };
  return (status) => (status === "all" ? 0 : counts[status]);
}

type FurtherFilter = {
  key: string;
  group?: string;
  label: string;
  /** What it's called outside of its group. */
  name?: string;
  color?: LabelColor;
  score?: number;
  isOn: boolean;
  path: string;
};

/** A filter for each label. Only one can be on. */
function labelFilters(filter: InboxFilter, labels: readonly ShownLabel[]): FurtherFilter[] {
  const { labelId, ...others } = filter;
  return labels.map(({ id, name, color }) => {
    const isOn = id === labelId;
    return {
      key: id,
      group: filtersCopy.labels,
      label: name,
      color,
      isOn,
      path: inboxPath(isOn ? others : { ...filter, labelId: id }),
    };
  });
}

/** The filter for one person's conversations, if it's on. */
function personFilter({ assignee, ...others }: InboxFilter, nameOf: (userId: string) => string): FurtherFilter[] {
  if (assignee === undefined || assignee === "me" || assignee === "none") return [];
  return [{ key: "person", label: assignmentCopy.ofPerson(nameOf(assignee)), isOn: true, path: inboxPath(others) }];
}

/** The filters that a number of a report has, if they're on. */
function reportFilters({ counted, from, until, ...others }: InboxFilter, reader: Reader): FurtherFilter[] {
  const range = from !== undefined && until !== undefined ? { from, until } : undefined;
  return [
    ...(counted === undefined
      ? []
      : [
          {
            key: "counted",
            label: reportsCopy.counted[counted],
            isOn: true,
            path: inboxPath({ ...others, ...range }),
          },
        ]),
    ...(range === undefined
      ? []
      : [
          {
            key: "range",
            label: reportsCopy.began(rangeWords(range.from, range.until, reader)),
            isOn: true,
            path: inboxPath({ ...others, ...(counted !== undefined && { counted }) }),
          },
        ]),
  ];
}

const SCORES = ["5", "4", "3", "2", "1"] as const;

/** The filter for what visitors rated, and once it's on, those for each score. What's rated was closed. */
function ratingFilters({ order: _, rating, ...filter }: InboxFilter): FurtherFilter[] {
  const status = filter.status === "closed" ? ("closed" as const) : ("all" as const);
  const rated = (score: NonNullable<InboxFilter["rating"]>) => inboxPath({ ...filter, status, rating: score });
  const any = { key: "rated", label: ratingsCopy.rated, isOn: rating === "any" };
  if (rating === undefined) return [{ ...any, path: rated("any") }];
  return [
    { ...any, path: rating === "any" ? inboxPath(filter) : rated("any") },
    ...SCORES.map((score) => ({
      key: `rated-${score}`,
      label: ratingsCopy.ratedAs(scoreWords(Number(score))),
      score: Number(score),
      isOn: rating === score,
      path: rating === score ? inboxPath(filter) : rated(score),
    })),
  ];
}

/** The filters that are off by default. */
function furtherFilters(filter: InboxFilter): FurtherFilter[] {
  const { order, starred: _, ...rest } = filter;
  const isSpam = filter.status === "spam";
  const { order: __, ...unordered } = filter;
  const starred = inboxPath(filter.starred ? { ...rest, ...(order && { order }) } : { ...filter, starred: "true" });
  const waiting = { ...unordered, status: filter.status === "all" ? ("all" as const) : ("open" as const) };
  return [
    // A search has an order of its own.
    ...(filter.q
      ? []
      : [
          {
            key: "waiting",
            label: inboxCopy.longestWaiting,
            isOn: order === "waiting",
            path: inboxPath(order ? unordered : { ...waiting, order: "waiting" }),
          },
        ]),
    { key: "starred", label: inboxCopy.starred, isOn: filter.starred !== undefined, path: starred },
    ...ratingFilters(filter),
    {
      key: "spam",
      label: inboxCopy.spam,
      isOn: isSpam,
      path: inboxPath({ ...unordered, status: isSpam ? "open" : "spam" }),
    },
  ];
}

function FilterMenu({ filter }: { filter: InboxFilter }) {
  const further = useFurtherFilters(filter);
  const [asksPage, setAsksPage] = useState(false);
  const [asksAttribute, setAsksAttribute] = useState(false);
  useCommand("filterByPage", filtersCopy.page, () => setAsksPage(true));
  useCommand("filterByAttribute", filtersCopy.attribute, () => setAsksAttribute(true));
  return (
    <>
      <Menu
        look="icon"
        title={inboxCopy.moreFilters}
        label={
          <>
            <SlidersHorizontal size={16} aria-hidden />
            <span className="sr-only">{inboxCopy.moreFilters}</span>
          </>
        }
      >
        {further.map(({ key, group, label, color, score, isOn, path }, at) => (
          <Fragment key={key}>
            {group !== further[at - 1]?.group && (
              <li className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">{group}</li>
            )}
            <MenuLink path={path} isOn={isOn}>
              {color && <LabelDot color={color} />}
              {score !== undefined && <Face score={score} />}
              <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
            </MenuLink>
            {key === "email" && (
              <>
                <MenuButton onClick={() => setAsksPage(true)}>{filtersCopy.page}</MenuButton>
                <MenuButton onClick={() => setAsksAttribute(true)}>{filtersCopy.attribute}</MenuButton>
              </>
            )}
          </Fragment>
        ))}
      </Menu>
      {asksAttribute && <AttributeFilter filter={filter} onClose={() => setAsksAttribute(false)} />}
      {asksPage && <PageFilter filter={filter} onClose={() => setAsksPage(false)} />}
    </>
  );
}

/** The further filters that are on, each with a link that turns it off. */
function ActiveFilters({ filter }: { filter: InboxFilter }) {
  const active = useFurtherFilters(filter).filter(({ isOn }) => isOn);
  useCommandChanges();
  const saveView = commandLabel("saveView");
  if (active.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={inboxCopy.activeFilters} className="mt-2 flex flex-wrap gap-1.5">
      {active.map(({ key, label: short, name: label = short, score, path }) => (
        <AppLink
          key={key}
          href={path}
          className="flex min-w-0 items-center gap-1 rounded-full bg-accent-soft py-0.5 ps-2.5 pe-1.5 text-sm font-medium text-accent transition-colors hover:bg-accent hover:text-on-accent pointer-coarse:py-2"
        >
          <span className="sr-only">{inboxCopy.removeFilter(label)}</span>
          {score !== undefined && <Face score={score} size={14} />}
          <bdi aria-hidden className="truncate">
            {label}
          </bdi>
          <X size={14} aria-hidden className="shrink-0" />
        </AppLink>
      ))}
      {saveView && (
        <button
          type="button"
          onClick={() => runCommand("saveView")}
          className="flex min-w-0 items-center gap-1 rounded-full px-2 py-0.5 text-sm font-medium text-accent transition-colors hover:bg-accent-soft pointer-coarse:py-2"
        >
          <BookmarkPlus size={14} aria-hidden className="shrink-0" />
          {viewsCopy.save}
        </button>
      )}
    </div>
  );
}

/** Filters the list by site, if there's more than one. */
export function SiteFilter({ filter, sites }: { filter: InboxFilter; sites: readonly FilterSite[] }) {
  const counts = useCounts();
  if (sites.length < 2) return null;
  const unreadOf = (siteId: string) => counts.sites.find((site) => site.siteId === siteId)?.unread ?? 0;
  const chosen = sites.find(({ id }) => id === filter.siteId);
  const choices: { site?: FilterSite; label: string }[] = [
    { label: inboxCopy.allSites },
    ...sites.map((site) => ({ site, label: site.name })),
  ];
  return (
    <Menu
      label={
        <>
          {chosen && <SiteDot color={chosen.accentColor} />}
          <span className="sr-only">{inboxCopy.siteFilter} </span>
          <bdi className="truncate">{chosen?.name ?? inboxCopy.allSites}</bdi>
          <ChevronDown size={16} aria-hidden className="shrink-0" />
        </>
      }
    >
      {choices.map(({ site, label }) => (
        <MenuLink key={site?.id ?? "all"} path={inboxPath(withSite(filter, site?.id))} isOn={site?.id === chosen?.id}>
          {site ? <SiteDot color={site.accentColor} /> : <span className="size-2 shrink-0" />}
          <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
          <SiteCount count={site ? unreadOf(site.id) : counts.open} />
        </MenuLink>
      ))}
    </Menu>
  );
}

function SiteCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="shrink-0 text-xs font-semibold text-accent tabular-nums">
      {inboxCopy.unreadCount(count)}
      <span className="sr-only"> {inboxCopy.new}</span>
    </span>
  );
}

function withSite({ siteId: _, ...filter }: InboxFilter, siteId: string | undefined): InboxFilter {
  return { ...filter, ...(siteId && { siteId }) };
}
