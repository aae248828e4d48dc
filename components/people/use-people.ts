import { useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { PeopleOrder } from "#lib/desk/people/orders.ts";
import type { PeopleResponse, PersonJson } from "#lib/desk/people/schema.ts";

export type Asked = { q: string; order: PeopleOrder; siteId: string };
type State = { people: PersonJson[]; nextCursor: string | undefined; step: "done" | "loading" | "failed" };

const TYPED_MS = 250;
// A page may have no one with more to come. So many are passed over before the reader is asked.
const PAGES_MAX = 10;

/** Returns the query of a list, without what's the default. */
export function peopleQuery({ q, order, siteId }: Asked): string {
  const query = new URLSearchParams();
  if (q.trim() !== "") query.set("q", q.trim());
  if (order !== "lastMessage") query.set("order", order);
  if (siteId !== "") query.set("siteId", siteId);
  return query.toString();
}

async function load(asked: Asked, from: string | undefined) {
  const people: PersonJson[] = [];
  let cursor = from;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const query = new URLSearchParams(peopleQuery(asked));
    if (cursor !== undefined) query.set("cursor", cursor);
    const result = await callApi<PeopleResponse>(`/people?${query}`);
    if (!result.ok) return undefined;
    people.push(...result.value.people);
    cursor = result.value.nextCursor;
    if (people.length > 0 || cursor === undefined) break;
  }
  return { people, nextCursor: cursor };
}

/** Keeps a list of people: what's asked for, what was loaded, and how to load more. Of several requests, the last one counts. */
export function usePeople(initial: PeopleResponse, first: Asked) {
  const [asked, setAsked] = useState(first);
  const [state, setState] = useState<State>({ people: initial.people, nextCursor: initial.nextCursor, step: "done" });
  const latest = useRef(0);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const fetchPage = async (wanted: Asked, before: PersonJson[], cursor?: string) => {
    latest.current += 1;
    const own = latest.current;
    setState((now) => ({ ...now, step: "loading" }));
    const page = await load(wanted, cursor);
    if (own !== latest.current) return;
    const known = new Set(before.map(({ id }) => id));
    setState((now) =>
      page
        ? {
            people: [...before, ...page.people.filter(({ id }) => !known.has(id))],
            nextCursor: page.nextCursor,
            step: "done",
          }
        : { ...now, step: "failed" },
    );
  };

  const ask = (changes: Partial<Asked>) => {
    const wanted = { ...asked, ...changes };
    setAsked(wanted);
    clearTimeout(typing.current);
    typing.current = setTimeout(
      () => {
        const query = peopleQuery(wanted);
        window.history.replaceState(null, "", query === "" ? location.pathname : `${location.pathname}?${query}`);
        void fetchPage(wanted, []);
      },
      changes.q === undefined ? 0 : TYPED_MS,
    );
  };
  const again = () => fetchPage(asked, []);
  const more = () => fetchPage(asked, state.people, state.nextCursor);
  return { asked, ...state, ask, again, more };
}
