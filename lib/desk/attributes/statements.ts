import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownRows, ownSite, ownSiteRows } from "../../base/access/statements.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import type { AttributeKind } from "./rules.ts";
import { storedValue, wantedPairs } from "./rules.ts";
import type { Attributes, PersonParams } from "./schema.ts";

export type AttributeSource = "page" | "server";

/** An attribute as the database builds it. */
export type AttributeRow = { name: string; kind: AttributeKind; value: string; source: AttributeSource; at: string };

/** An expression: AttributeRows of a visitor, in any order, or null. */
export const attributesOf = (visitorId: Prisma.Sql) => Prisma.sql`(
  SELECT jsonb_agg(jsonb_build_object('name', a.name, 'kind', a.kind, 'value', a.value, 'source', a.source, 'at', a.updated_at))
  FROM visitor_attributes a WHERE a.visitor_id = ${visitorId}
)`;

/*
 * SQL for races: of two tabs, and of a page and a server, each change of a name counts, and the last one stays. So the visitor is
 * locked first, and their attributes are counted under the lock.
 */

/** Locks visitors, `v`, against changes of their attributes. */
export const lockVisitor = (which: Prisma.Sql) => Prisma.sql`
  SELECT v.id FROM visitors v WHERE ${which} FOR NO KEY UPDATE`;

/** Matches the visitor of a page, unless they're blocked. */
export const theVisitor = ({ visitorId, siteId }: VisitorScope) =>
  Prisma.sql`v.id = ${visitorId}::uuid AND v.site_id = ${siteId}::uuid AND v.blocked_at IS NULL`;

/** Matches a visitor whose site the caller has. */
export const ownVisitor = (scope: OwnerScope, visitorId: string) =>
  Prisma.sql`v.id = ${visitorId}::uuid AND ${ownSiteRows(scope, Prisma.sql`v`)}`;

/** Matches the verified visitor with a site's own id. */
export const ownPerson = (scope: OwnerScope, { siteId, externalId }: PersonParams) =>
  Prisma.sql`v.site_id = ${siteId}::uuid AND v.external_id = ${externalId} AND v.verified AND ${ownSiteRows(scope, Prisma.sql`v`)}`;

/** Writes the row of a verified visitor who hasn't been on the site yet, as their first session does. */
export const storePerson = (scope: OwnerScope, { siteId, externalId }: PersonParams) => Prisma.sql`
  WITH site AS (
    SELECT s.id, s.workspace_id FROM sites s WHERE ${ownSite(scope, siteId)} FOR KEY SHARE
  )
  INSERT INTO visitors (id, site_id, workspace_id, external_id, verified, created_at, updated_at)
  SELECT ${newId()}::uuid, site.id, site.workspace_id, ${externalId}, true, now(), now() FROM site
  ON CONFLICT (site_id, external_id) WHERE verified DO NOTHING`;

/** The conversations, `c`, of the visitors, `v`, that a condition matches. */
export const ofVisitors = (which: Prisma.Sql) =>
  Prisma.sql`c.visitor_id IN (SELECT v.id FROM visitors v WHERE ${which})`;

/** The attributes of the visitor, `v`, that a condition matches. */
export const findAttributes = (which: Prisma.Sql) =>
  Prisma.sql`SELECT ${attributesOf(Prisma.sql`v.id`)} AS attributes FROM visitors v WHERE ${which}`;

const rowsOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([name, value]) => ({ name, ...(value !== null && storedValue(value)) }));

/**
 * Stores and removes attributes of a visitor from one source. Returns the names of those that this changed. Without a conversation,
 * the site's retention counts from here.
 */
export const storeAttributes = (id: string, source: AttributeSource, attributes: Attributes) => Prisma.sql`
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rowsOf(attributes))}::jsonb)
      AS given (name text, kind text, value text, key text)
  ), removed AS (
    DELETE FROM visitor_attributes a USING given
    WHERE a.visitor_id = ${id}::uuid AND a.source = ${source} AND a.name = given.name AND given.value IS NULL
    RETURNING a.name
  ), stored AS (
    INSERT INTO visitor_attributes AS a (visitor_id, source, name, kind, value, value_key, workspace_id, updated_at)
    SELECT v.id, ${source}, given.name, given.kind, given.value, given.key, v.workspace_id, now()
    FROM given JOIN visitors v ON v.id = ${id}::uuid WHERE given.value IS NOT NULL
    ON CONFLICT (visitor_id, source, name) DO UPDATE
    SET kind = excluded.kind, value = excluded.value, value_key = excluded.value_key, updated_at = excluded.updated_at
    WHERE (a.kind, a.value) IS DISTINCT FROM (excluded.kind, excluded.value)
    RETURNING a.name
  ), touched AS (
    UPDATE visitors SET updated_at = now() WHERE id = ${id}::uuid
  )
  SELECT name FROM removed UNION ALL SELECT name FROM stored`;

export const countAttributes = (id: string, source: AttributeSource) => Prisma.sql`
  SELECT count(*)::int AS count FROM visitor_attributes a WHERE a.visitor_id = ${id}::uuid AND a.source = ${source}`;

/** Shows a visitor's newest conversation as changed, which is the one that's likely open somewhere: a ConversationRef. */
export const touchNewest = (id: string, own: Prisma.Sql) => Prisma.sql`
  UPDATE conversations c SET ${NEXT_VERSION}
  WHERE ${own} AND c.id = (
    SELECT newest.id FROM conversations newest WHERE newest.visitor_id = ${id}::uuid
    ORDER BY newest.last_message_at DESC, newest.id DESC LIMIT 1
  )
  RETURNING ${CONVERSATION_REF}`;

/** Whether an attribute, `a`, has a name with a value. */
const hasValue = (filter: string) => {
  const pairs = wantedPairs(filter);
  return Prisma.sql`(a.name, a.value_key) IN (
      SELECT * FROM unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ key }) => key)}::text[])
    )`;
};

// What the server says about a name, the page can't unsay.
const COUNTS = Prisma.sql`(a.source = 'server' OR NOT EXISTS (
    SELECT FROM visitor_attributes other
    WHERE other.visitor_id = a.visitor_id AND other.source = 'server' AND other.name = a.name
  ))`;

/** Whether the visitor of a conversation, `c`, has an attribute with a value. */
export const hasAttribute = (filter: string) => Prisma.sql`EXISTS (
  SELECT FROM visitor_attributes a WHERE a.visitor_id = c.visitor_id AND ${hasValue(filter)} AND ${COUNTS} OFFSET 0
)`;

const withValue = (scope: OwnerScope, filter: string) =>
  Prisma.sql`visitor_attributes a WHERE ${ownRows(scope, Prisma.sql`a`)} AND ${hasValue(filter)}`;

/** An expression: whether at most so many attributes of a workspace have a name with a value. */
export const areFew = (scope: OwnerScope, filter: string, most: number) =>
  Prisma.sql`(SELECT count(*) <= ${most} FROM (SELECT FROM ${withValue(scope, filter)} LIMIT ${most + 1}) found)`;

/** A SELECT of the visitors of a workspace who have an attribute with a value. */
export const visitorsWith = (scope: OwnerScope, filter: string) =>
  Prisma.sql`SELECT DISTINCT a.visitor_id FROM ${withValue(scope, filter)} AND ${COUNTS}`;
