import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { visitorsOfPerson } from "../../base/access/people-statements.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownRows, ownSiteRows, stands } from "../../base/access/statements.ts";
import { type ActivityRow, allActivity } from "../../base/activity/queries.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { IS_SETTLED } from "../../base/changes/statements.ts";
import { type AnswerRow, answersOf } from "../../desk/answers/statements.ts";
import { type AttributeRow, attributesOf } from "../../desk/attributes/statements.ts";
import type { Message } from "../../desk/messages/queries.ts";
import { findMessages } from "../../desk/messages/ranges.system.ts";
import { NOTE_AUTHOR, type NoteRow } from "../../desk/notes/statements.ts";
import { findFile } from "../../files/files/queries.ts";
import type { OpenableFile } from "../../files/files/statements.ts";
import { getSite, type Site } from "../../sites/sites/queries.ts";
import { batchesOf } from "./rules.ts";

/*
 * An export reads one page at a time, each with a short statement, so that a slow reader holds neither memory nor
 * database. Visitors are walked by id, which never changes, so nothing that existed throughout is skipped or
 * repeated. Each conversation is exported as it is when its turn comes.
 */
const VISITORS_AT_ONCE = 100;
const CONVERSATIONS_AT_ONCE = 100;
const MESSAGES_AT_ONCE = 200;
const CHECK_ACCESS_EVERY = 10;

export type ExportedVisitor = {
  id: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  verified: boolean;
  language: string | null;
  /** The visitor that represents the person, if it's another one. */
  mergedInto: string | null;
  /** What the team notes about them. Null in what's exported for a visitor. */
  about: string | null;
  createdAt: Date;
  attributes: AttributeRow[] | null;
};

export type ExportedConversation = {
  id: string;
  visitorId: string;
  status: string;
  pageUrl: string | null;
  lastSeq: number;
  ownerReadSeq: number;
  visitorReadSeq: number;
  createdAt: Date;
  lastMessageAt: Date;
  waitingSince: Date | null;
  isSettled: boolean;
  firstReplyAt: Date | null;
  firstPageUrl: string | null;
  greeting: string | null;
  isStarred: boolean;
  snoozedUntil: Date | null;
  labels: string[];
  ratings: ExportedRating[] | null;
  answers: AnswerRow[] | null;
  notifications: ExportedNotification[] | null;
  /** Null in what's exported for a visitor: notes are the team's. */
  notes: ExportedNote[] | null;
  /** Null in what's exported for a visitor, for the same reason. */
  events: ExportedEvent[] | null;
} & ExportedDetails;

export type ExportedNote = Pick<NoteRow, "id" | "seq" | "authorId" | "authorName" | "body"> & { at: string };

/** A line of a conversation's thread. Fields that it doesn't have are absent. */
export type ExportedEvent = { seq: number; afterSeq: number; kind: string; until?: string; createdAt: string };
/** How a visitor rated a close. Fields that it doesn't have are absent. */
export type ExportedRating = {
  close: number;
  score: number;
  comment?: string;
  via: string;
  ratedAt: string;
  updatedAt: string;
};
/** That someone was notified about a conversation, and through what. */
export type ExportedNotification = { channel: string; status: string; at: string; shownAt: string | null };

/** What a visitor's browser said and the pages they were on, if the site stores that. */
export type ExportedDetails = {
  browser: string | null;
  system: string | null;
  language: string | null;
  timeZone: string | null;
  pages: { url: string; at: string }[] | null;
};

type ExportedLabel = { name: string; color: string };

export type Exported =
  | { kind: "visitor"; row: ExportedVisitor }
  | { kind: "conversation"; row: ExportedConversation }
  | { kind: "message"; row: Message };

type FoundFile = { file: OpenableFile | null };

/** What's exported of a site: its visitors in sequence, with their conversations and messages, and maybe with notes. */
export type Export = {
  site: Site;
  labels: ExportedLabel[];
  hasNotes: boolean;
  /** Reads it, from the beginning each time. */
  read(): AsyncGenerator<Exported[]>;
  /** Looks up files one by one. Null is one that was deleted meanwhile. */
  readFiles<F extends { id: string }>(named: Iterable<F>): AsyncGenerator<F & FoundFile>;
};

/** Exports everything stored about a site's visitors. Throws `not_found`. */
export async function exportSite(scope: OwnerScope, siteId: string): Promise<Export> {
  const exported = await exportOf(scope, siteId, { whose: Prisma.sql`v.site_id = ${siteId}::uuid`, hasNotes: true });
  await query(storeActivity({ scope, action: "site.exported", siteId }));
  return exported;
}

/** Exports the activity log. */
export async function exportActivity(scope: OwnerScope): Promise<AsyncGenerator<ActivityRow[]>> {
  await query(storeActivity({ scope, action: "activity.exported" }));
  return whileAccessLasts(scope, allActivity(scope));
}

/** Exports everything stored about one visitor, and those merged with them. Throws `not_found`. */
export async function exportVisitor(scope: OwnerScope, visitorId: string): Promise<Export> {
  const [row] = await query<{ siteId: string }>(Prisma.sql`
    SELECT v.site_id AS "siteId" FROM visitors v
    WHERE v.id = ${visitorId}::uuid AND ${ownSiteRows(scope, Prisma.sql`v`)}`);
  if (!row) throw new AppError("not_found");
  const { siteId } = row;
  const exported = await exportOf(scope, siteId, {
    whose: Prisma.sql`v.id = ANY (${visitorsOfPerson(visitorId)})`,
    hasNotes: false,
  });
  await query(storeActivity({ scope, action: "visitor.exported", siteId }));
  return exported;
}

/** Whose data is exported, and whether it contains the team's notes. */
type Wanted = { whose: Prisma.Sql; hasNotes: boolean };

const NOTES = Prisma.sql`
  CASE WHEN c.note_seq > 0 THEN (
    SELECT jsonb_agg(jsonb_build_object('id', n.id, 'seq', n.seq, 'authorId', n.author_id, 'authorName', ${NOTE_AUTHOR},
      'body', n.body, 'at', n.created_at) ORDER BY n.seq)
    FROM notes n WHERE n.conversation_id = c.id
  ) ELSE '[]' END`;
const EVENTS = Prisma.sql`
  CASE WHEN c.event_seq > 0 THEN (
    SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('seq', e.seq, 'afterSeq', e.after_seq, 'kind', e.kind, 'via', e.via,
      'actorId', e.actor_id, 'actorName', e.actor_name, 'targetId', e.target_id, 'targetName', e.target_name,
      'until', e.until, 'days', e.days, 'score', e.score, 'createdAt', e.created_at)) ORDER BY e.seq)
    FROM conversation_events e WHERE e.conversation_id = c.id
  ) ELSE '[]' END`;
const RATINGS = Prisma.sql`
  CASE WHEN c.rating IS NOT NULL THEN (
    SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('close', r.close_seq, 'score', r.score, 'comment', r.comment, 'via', r.via,
      'ratedAt', r.rated_at, 'updatedAt', r.updated_at)) ORDER BY r.close_seq)
    FROM ratings r WHERE r.conversation_id = c.id
  ) END`;
const ANSWERS = answersOf(Prisma.sql`answers a WHERE a.conversation_id = c.id`);
const OF_TEAM = Prisma.sql`${NOTES} AS notes, ${EVENTS} AS events`;
const NOT_OF_TEAM = Prisma.sql`NULL::jsonb AS notes, NULL::jsonb AS events`;

async function exportOf(scope: OwnerScope, siteId: string, wanted: Wanted): Promise<Export> {
  const site = await getSite(scope, siteId);
  const labels = await query<ExportedLabel>(Prisma.sql`
    SELECT l.name, l.color FROM labels l WHERE ${ownRows(scope, Prisma.sql`l`)} ORDER BY l.name_key`);
  const { hasNotes } = wanted;
  return {
    site,
    labels,
    hasNotes,
    read: () => whileAccessLasts(scope, readAll(scope, wanted)),
    readFiles: (named) => whileAccessLasts(scope, findFiles(scope, named)),
  };
}

async function* findFiles<F extends { id: string }>(
  scope: OwnerScope,
  named: Iterable<F>,
): AsyncGenerator<F & FoundFile> {
  for (const one of named) yield { ...one, file: await findFile(scope, one.id) };
}

async function* readAll(scope: OwnerScope, { whose, hasNotes }: Wanted): AsyncGenerator<Exported[]> {
  const ofTeam = hasNotes ? OF_TEAM : NOT_OF_TEAM;
  for await (const visitors of visitorPages(scope, { whose, hasNotes })) yield* readOf(scope, visitors, ofTeam);
}

async function* readOf(scope: OwnerScope, visitors: ExportedVisitor[], ofTeam: Prisma.Sql): AsyncGenerator<Exported[]> {
  const coming = visitors.values();
  let current: ExportedVisitor | undefined;
  const ids = visitors.map(({ id }) => id);
  for await (const conversations of conversationPages(scope, ids, ofTeam)) {
    for (const parts of batchesOf(conversations, MESSAGES_AT_ONCE)) {
      const messages = await findMessages(parts);
      const exported: Exported[] = [];
      for (const { conversation, after } of parts) {
        while (current?.id !== conversation.visitorId) {
          current = coming.next().value;
          if (!current) return;
          exported.push({ kind: "visitor", row: current });
        }
        if (after === 0) exported.push({ kind: "conversation", row: conversation });
        for (const row of messages.get(conversation.id) ?? []) exported.push({ kind: "message", row });
      }
      yield exported;
    }
  }
  yield [...coming].map((row) => ({ kind: "visitor", row }));
}

async function* visitorPages(scope: OwnerScope, { whose, hasNotes }: Wanted): AsyncGenerator<ExportedVisitor[]> {
  let after: string | undefined;
  for (;;) {
    const page = await query<ExportedVisitor>(Prisma.sql`
      SELECT v.id, v.external_id AS "externalId", v.name, v.email, v.phone, v.verified, v.language, v.merged_into AS "mergedInto",
        ${hasNotes ? Prisma.sql`v.about` : Prisma.sql`NULL::text`} AS about, v.created_at AS "createdAt",
        ${attributesOf(Prisma.sql`v.id`)} AS attributes
      FROM visitors v
      WHERE ${whose} AND ${ownSiteRows(scope, Prisma.sql`v`)}
        ${after === undefined ? Prisma.empty : Prisma.sql`AND v.id > ${after}::uuid`}
      ORDER BY v.site_id, v.id LIMIT ${VISITORS_AT_ONCE}`);
    yield page;
    after = page.at(-1)?.id;
    if (page.length < VISITORS_AT_ONCE) return;
  }
}

async function* conversationPages(
  scope: OwnerScope,
  visitorIds: string[],
  ofTeam: Prisma.Sql,
): AsyncGenerator<ExportedConversation[]> {
  let after: ExportedConversation | undefined;
  for (;;) {
    const page = await query<ExportedConversation>(Prisma.sql`
      SELECT c.id, c.visitor_id AS "visitorId", c.status, c.page_url AS "pageUrl", c.last_seq AS "lastSeq",
        c.owner_read_seq AS "ownerReadSeq", c.visitor_read_seq AS "visitorReadSeq",
        c.created_at AS "createdAt", c.last_message_at AS "lastMessageAt", c.waiting_since AS "waitingSince",
        ${IS_SETTLED} AS "isSettled", c.first_reply_at AS "firstReplyAt",
        c.first_page_url AS "firstPageUrl", c.greeting, c.is_starred AS "isStarred",
        c.snoozed_until AS "snoozedUntil", CASE WHEN c.has_labels THEN ARRAY(
          SELECT l.name FROM conversation_labels cl JOIN labels l ON l.id = cl.label_id
          WHERE cl.conversation_id = c.id ORDER BY l.name_key
        ) ELSE '{}' END AS labels,
        (
          SELECT jsonb_agg(jsonb_build_object('channel', n.channel, 'status', n.status, 'at', n.created_at, 'shownAt', n.shown_at)
            ORDER BY n.created_at, n.id)
          FROM notifications n WHERE n.conversation_id = c.id
        ) AS notifications, ${RATINGS} AS ratings, ${ANSWERS} AS answers, ${ofTeam},
        visits.browser, visits.system, visits.language, visits.time_zone AS "timeZone", visits.pages
      FROM conversations c JOIN sites s ON s.id = c.site_id
      LEFT JOIN conversation_visits visits ON visits.conversation_id = c.id AND s.collects_details
      WHERE c.visitor_id = ANY(${visitorIds}::uuid[]) AND ${ownConversations(scope)}
        ${after ? Prisma.sql`AND (c.visitor_id, c.id) > (${after.visitorId}::uuid, ${after.id}::uuid)` : Prisma.empty}
      ORDER BY c.visitor_id, c.id LIMIT ${CONVERSATIONS_AT_ONCE}`);
    yield page;
    after = page.at(-1);
    if (page.length < CONVERSATIONS_AT_ONCE) return;
  }
}

/**
 * Passes batches on until the caller's access changes, then throws `unauthenticated`. It checks at the end too: without access,
 * and for an account that's being erased, rows run out.
 */
async function* whileAccessLasts<T>(scope: OwnerScope, batches: AsyncIterable<T>): AsyncGenerator<T> {
  let given = 0;
  for await (const batch of batches) {
    yield batch;
    given += 1;
    if (given % CHECK_ACCESS_EVERY === 0) await requireStill(scope);
  }
  await requireStill(scope);
}

/**
 * Throws `unauthenticated` if the session or API key was revoked, its account was disabled, or the membership changed, since the
 * request was admitted. The operator has only the membership.
 */
async function requireStill(scope: OwnerScope): Promise<void> {
  const { userId, sessionId, via } = scope;
  const found = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid AND expires_at > now() AND ${stands(scope)}
    UNION ALL SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id AND u.disabled_at IS NULL
    WHERE k.id = ${sessionId}::uuid AND u.id = ${userId}::uuid AND ${stands(scope)}
    UNION ALL SELECT ${sessionId}::uuid WHERE ${via === "operator"}::boolean AND ${stands(scope)}`);
  if (found.length === 0) throw new AppError("unauthenticated");
}
