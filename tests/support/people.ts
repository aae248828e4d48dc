import { PeopleResponse, type PersonJson, PersonResponse } from "#lib/desk/people/schema.ts";
import { ask } from "./api-client.ts";
import { newOwnerWithSite, type Owner, openWidget, start, type Visitor } from "./factories.ts";
import { sql } from "./stored-rows.ts";

/** A visitor who wrote, and their conversation. */
export type Writer = { visitor: Visitor; visitorId: string; id: string };

type Site = Parameters<typeof openWidget>[0];

/** Opens the widget of a site and writes as a new visitor. */
export async function newWriter(site: Site, name: string, more: object = {}): Promise<Writer> {
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, `I am ${name}`, { name, ...more });
  return { visitor, visitorId: visitor.visitorId, id };
}

/** An owner's site that a few people wrote on, in this order. */
export async function newCrowd(...names: string[]) {
  const { owner, site } = await newOwnerWithSite();
  const writers: Writer[] = [];
  for (const name of names) writers.push(await newWriter(site, name));
  const writer = (at: number): Writer => {
    const found = writers[at];
    if (!found) throw new Error(`only ${writers.length} wrote`);
    return found;
  };
  return { owner, site, writers, writer };
}

export const personOf = ({ token }: Owner, visitorId: string): Promise<PersonResponse> =>
  ask(PersonResponse, 200, "GET", `/people/${visitorId}`, { token });

export const merge = ({ token }: Owner, visitorId: string, into: string): Promise<PersonResponse> =>
  ask(PersonResponse, 200, "POST", `/people/${visitorId}/merge`, { token, body: { into } });

export const unmerge = ({ token }: Owner, visitorId: string): Promise<PersonResponse> =>
  ask(PersonResponse, 200, "POST", `/people/${visitorId}/unmerge`, { token });

/** All pages of the list of people. */
export async function people({ token }: Owner, query: Record<string, string> = {}): Promise<PersonJson[]> {
  const found: PersonJson[] = [];
  let cursor: string | undefined;
  do {
    const asked = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) });
    const page = await ask(PeopleResponse, 200, "GET", `/people?${asked}`, { token });
    found.push(...page.people);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

type Group = { id: string; mergedInto: string | null; into: string | null; isBlocked: boolean };

/** How visitors are merged in the tables, by id. Those that were erased are missing. */
export async function groupsOf(visitorIds: string[]): Promise<Map<string, Group>> {
  const rows = (await sql(
    `SELECT v.id, v.merged_into AS "mergedInto", m.into_id AS "into", v.blocked_at IS NOT NULL AS "isBlocked"
     FROM visitors v LEFT JOIN merges m ON m.visitor_id = v.id WHERE v.id = ANY ($1)`,
    [visitorIds],
  )) as Group[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Says what's wrong with merged visitors: each has to name the root of its merges, and a person is blocked as a whole. */
export function faultsOf(groups: Map<string, Group>): string[] {
  return [...groups.values()].flatMap((visitor) => {
    let root: Group | undefined = visitor;
    for (let steps = 0; root?.into && steps <= groups.size; steps += 1) root = groups.get(root.into);
    if (!root || root.into) return [`${visitor.id} leads nowhere`];
    const wanted = root.id === visitor.id ? null : root.id;
    return [
      ...(visitor.mergedInto === wanted ? [] : [`${visitor.id} is merged into ${visitor.mergedInto}, not ${wanted}`]),
      ...(visitor.isBlocked === root.isBlocked ? [] : [`${visitor.id} isn't blocked as ${root.id} is`]),
    ];
  });
}
