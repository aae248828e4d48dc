import { filtersCopy } from "#components/catalogs/filters.ts";
import { wordsCopy } from "#components/catalogs/words.ts";
import { WAITS } from "#lib/desk/conversations/filter.ts";
import { LANGUAGES } from "#lib/sites/sites/languages.ts";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";

/** A filter that can be added to those of the list. `name` says it in full; `label` is within its group. */
export type AddedFilter = { key: string; group?: string; label: string; name: string; isOn: boolean; path: string };

const languageName = (code: string): string =>
  Object.hasOwn(wordsCopy.languages, code) ? wordsCopy.languages[code as keyof typeof wordsCopy.languages] : code;

/** Returns the filters by wait, language, email and page. Those that are on turn themselves off. */
export const addedFilters = (filter: InboxFilter): AddedFilter[] => [
  ...emailFilter(filter),
  ...pageFilter(filter),
  ...waitFilters(filter),
  ...languageFilters(filter),
];

function emailFilter({ hasEmail, ...others }: InboxFilter): AddedFilter[] {
  const path = inboxPath(hasEmail ? others : { ...others, hasEmail: "true" });
  const label = filtersCopy.hasEmail;
  return [{ key: "email", label, name: label, isOn: hasEmail !== undefined, path }];
}

/** Its text is typed, so it's listed only while it's on. */
function pageFilter({ page, ...others }: InboxFilter): AddedFilter[] {
  if (page === undefined) return [];
  const label = filtersCopy.onPage(page);
  return [{ key: "page", label, name: label, isOn: true, path: inboxPath(others) }];
}

/** Who waits has an open conversation. */
function waitFilters({ waitingFor, ...others }: InboxFilter): AddedFilter[] {
  const status = others.status === "all" ? ("all" as const) : ("open" as const);
  return WAITS.map((wait) => ({
    key: `wait-${wait}`,
    group: filtersCopy.waiting,
    label: filtersCopy.waits[wait],
    name: filtersCopy.waitingFor(filtersCopy.waits[wait]),
    isOn: waitingFor === wait,
    path: inboxPath(waitingFor === wait ? others : { ...others, status, waitingFor: wait }),
  }));
}

function languageFilters({ language, ...others }: InboxFilter): AddedFilter[] {
  const codes = new Set<string>([...LANGUAGES, ...(language === undefined ? [] : [language])]);
  return [...codes].map((code) => ({
    key: `language-${code}`,
    group: filtersCopy.language,
    label: languageName(code),
    name: filtersCopy.inLanguage(languageName(code)),
    isOn: language === code,
    path: inboxPath(language === code ? others : { ...others, language: code }),
  }));
}
