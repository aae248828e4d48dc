import type { ListPosition } from "#platform/list-cursor.ts";
import { Prisma } from "#prisma-client";
import { personOf, visitorsOfPerson, withMerged } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownSiteRows } from "../../base/access/statements.ts";
import { FILE_COLUMNS, type FileRow } from "../../files/files/statements.ts";
import { IS_CONFIRMED_VISITOR } from "../../outbox/mail-queue/visitor-statements.ts";
import { type AttributeRow, attributesOf } from "../attributes/statements.ts";
import { ownerView } from "../conversations/statements.ts";
import type { MessageKind } from "../messages/kinds.ts";
import { NOTE_COLUMNS } from "../notes/statements.ts";

/*
 * Merges (decision 62). They form a tree, with an edge for each row of `merges`. `visitors.merged_into` follows from it:
 * the root, for everyone but the root. Both change under the site's lock, with the visitors locked in the order of their ids.
 */

/** How long a merge can be undone. */
export const UNDO_DAYS = 30;

export type LockedVisitor = { id: string; personId: string; isTest: boolean; isBlocked: boolean };

/** Locks all visitors of the people of some visitors: LockedVisitors. In SQL for the lock. */
export const lockPeople = (visitorIds: readonly string[], lock = Prisma.sql`FOR NO KEY UPDATE`) => Prisma.sql`
  SELECT v.id, ${personOf(Prisma.sql`v`)} AS "personId", v.is_test AS "isTest", v.blocked_at IS NOT NULL AS "isBlocked"
  FROM visitors v WHERE v.id = ANY (${withMerged(Prisma.sql`${visitorIds}::uuid[]`)}) ORDER BY v.id ${lock}`;

/** Merges a person into another, both by the visitor that represents them. In SQL for its time. */
export const storeMerge = ({ userId }: OwnerScope, { from, into }: { from: string; into: string }) => Prisma.sql`
  INSERT INTO merges (visitor_id, into_id, merged_by, merged_at)
  VALUES (${from}::uuid, ${into}::uuid, ${userId}::uuid, clock_timestamp())
  ON CONFLICT (visitor_id) DO UPDATE SET
    into_id = excluded.into_id, merged_by = excluded.merged_by, merged_at = excluded.merged_at`;

/** Whether the merge of a visitor, a row `m` of `merges`, can still be undone. */
const IS_UNDOABLE = Prisma.sql`m.merged_at > now() - make_interval(days => ${UNDO_DAYS})`;
const UNDO_UNTIL = Prisma.sql`m.merged_at + make_interval(days => ${UNDO_DAYS})`;

export type FoundMerge = { isUndoable: boolean };

/** A SELECT of a visitor's merge, if they're merged. In SQL, as the database's clock decides. */
export const findMerge = (visitorId: string) => Prisma.sql`
  SELECT ${IS_UNDOABLE} AS "isUndoable" FROM merges m JOIN visitors v ON v.id = m.visitor_id
  WHERE m.visitor_id = ${visitorId}::uuid AND v.merged_into IS NOT NULL`;

/**
 * Sets who of these visitors are the same person, as their merges say. A new `updated_at` keeps a visitor that others were
 * just merged into from being deleted with their last expired conversation. In SQL, because merges are a tree.
 */
export const storePeople = (visitorIds: readonly string[]) => Prisma.sql`
  WITH RECURSIVE way AS (
    SELECT unnest(${visitorIds}::uuid[]) AS visitor_id, unnest(${visitorIds}::uuid[]) AS root_id
    UNION
    SELECT way.visitor_id, m.into_id FROM way JOIN merges m ON m.visitor_id = way.root_id
  ), person AS (
    SELECT way.visitor_id, way.root_id FROM way
    WHERE NOT EXISTS (SELECT FROM merges m WHERE m.visitor_id = way.root_id)
  )
  UPDATE visitors v SET merged_into = nullif(person.root_id, v.id), updated_at = clock_timestamp()
  FROM person WHERE v.id = ANY (${visitorIds}::uuid[]) AND v.id = person.visitor_id`;

export type PersonVisitorRow = {
  id: string;
  personId: string;
  siteId: string;
  siteName: string;
  name: string | null;
  email: string | null;
  isEmailConfirmed: boolean;
  phone: string | null;
  externalId: string | null;
  isVerified: boolean;
  language: string | null;
  isBlocked: boolean;
  about: string | null;
  createdAt: Date;
  conversations: number;
  lastMessageAt: Date | null;
  mergedAt: Date | null;
  /** Null if it can't be undone. */
  undoUntil: Date | null;
  mergedById: string | null;
};

const v = Prisma.sql`v`;

/** All visitors of the people of some visitors: PersonVisitorRows, oldest first. */
export const peopleOf = (scope: OwnerScope, visitorIds: readonly string[]) => Prisma.sql`
  SELECT v.id, ${personOf(v)} AS "personId", v.site_id AS "siteId", s.name AS "siteName", v.name, v.email,
    ${IS_CONFIRMED_VISITOR} AS "isEmailConfirmed", v.phone, v.external_id AS "externalId", v.verified AS "isVerified",
    v.language, v.blocked_at IS NOT NULL AS "isBlocked", v.about, v.created_at AS "createdAt",
    written.conversations, written.last AS "lastMessageAt",
    m.merged_at AS "mergedAt", CASE WHEN ${IS_UNDOABLE} THEN ${UNDO_UNTIL} END AS "undoUntil", m.merged_by AS "mergedById"
  FROM visitors v JOIN sites s ON s.id = v.site_id
  LEFT JOIN merges m ON m.visitor_id = v.id AND v.merged_into IS NOT NULL
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS conversations, max(c.last_message_at) AS last FROM conversations c WHERE c.visitor_id = v.id
  ) written
  WHERE v.id = ANY (${withMerged(Prisma.sql`${visitorIds}::uuid[]`)}) AND ${ownSiteRows(scope, v)}
  ORDER BY v.id`;

/**
 * People whose address is proven, and is the same as a proven one of these visitors: ids of visitors. What's only claimed doesn't
 * count on either side. In SQL for the index of folded addresses.
 */
export const findSamePeople = (
  scope: OwnerScope,
  { siteId, visitorIds }: { siteId: string; visitorIds: string[] },
  limit: number,
) => Prisma.sql`
  WITH proven AS MATERIALIZED (
    SELECT ARRAY(
      SELECT lower(v.email COLLATE "C") FROM visitors v WHERE v.id = ANY (${visitorIds}::uuid[]) AND ${IS_CONFIRMED_VISITOR}
    ) AS emails
  ), same AS (
    SELECT v.id FROM visitors v
    WHERE v.site_id = ${siteId}::uuid AND lower(v.confirmed_email COLLATE "C") = ANY ((SELECT emails FROM proven)::text[])
    UNION
    SELECT v.id FROM visitors v
    WHERE v.site_id = ${siteId}::uuid AND v.external_id = ANY ((SELECT emails FROM proven)::text[]) AND v.verified
  )
  SELECT v.id FROM same JOIN visitors v ON v.id = same.id
  WHERE ${IS_CONFIRMED_VISITOR} AND NOT v.is_test AND NOT v.id = ANY (${visitorIds}::uuid[]) AND ${ownSiteRows(scope, v)}
  ORDER BY v.id LIMIT ${limit}`;

/** Matches the conversations, `c`, of all visitors that are the same person as one. */
export const isOfPerson = (visitorId: string) => Prisma.sql`c.visitor_id = ANY (${visitorsOfPerson(visitorId)})`;

/** Stores what the team notes about a person, with the visitor that represents them. In SQL, as that one is found in it. */
export const storeAbout = (scope: OwnerScope, visitorId: string, about: string | null) => Prisma.sql`
  UPDATE visitors v SET about = ${about}
  WHERE v.id = (SELECT ${personOf(Prisma.sql`its`)} FROM visitors its WHERE its.id = ${visitorId}::uuid) AND ${ownSiteRows(scope, v)}`;

/** What's said about a visitor, or null. */
export type SaidRow = { id: string; attributes: AttributeRow[] | null };

/** What pages and servers say about visitors: SaidRows. */
export const saidOf = (scope: OwnerScope, visitorIds: string[]) => Prisma.sql`
  SELECT v.id, ${attributesOf(Prisma.sql`v.id`)} AS attributes FROM visitors v
  WHERE v.id = ANY (${visitorIds}::uuid[]) AND ${ownSiteRows(scope, v)}`;

export type PersonFileRow = FileRow & { conversationId: string; senderType: MessageKind; createdAt: Date };

/** The newest files in a person's conversations: PersonFileRows. */
export const filesOfPerson = (scope: OwnerScope, visitorId: string, limit: number) => Prisma.sql`
  SELECT ${FILE_COLUMNS(Prisma.sql`f`, Prisma.sql`o`)}, m.conversation_id AS "conversationId", m.sender_type AS "senderType",
    m.created_at AS "createdAt"
  FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.file_count > 0
  JOIN files f ON f.message_id = m.id JOIN stored_files o ON o.hash = f.hash
  WHERE ${isOfPerson(visitorId)} AND ${ownConversations(scope)}
  ORDER BY m.created_at DESC, m.id DESC, f.position LIMIT ${limit}`;

/** The newest notes in a person's conversations: NoteRows. */
export const notesOfPerson = (scope: OwnerScope, visitorId: string, limit: number) => Prisma.sql`
  SELECT ${NOTE_COLUMNS} FROM conversations c JOIN notes n ON n.conversation_id = c.id
  WHERE c.note_seq > 0 AND ${isOfPerson(visitorId)} AND ${ownConversations(scope)}
  ORDER BY n.created_at DESC, n.id DESC LIMIT ${limit}`;

/** A page of a person's conversations, newest first: ConversationRows. */
export const conversationsOfPerson = (
  scope: OwnerScope,
  visitorId: string,
  { after, limit }: { after: ListPosition<"at"> | null; limit: number },
) => Prisma.sql`
  ${ownerView(scope)} WHERE ${isOfPerson(visitorId)} AND ${ownConversations(scope)}
    ${after ? Prisma.sql`AND (c.last_message_at, c.id) < (${after.at}, ${after.id}::uuid)` : Prisma.empty}
  ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${limit}`;
