import { Prisma } from "#prisma-client";
import { personOf, withMerged } from "../../base/access/people-statements.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, IS_SETTLED, NEXT_VERSION } from "../../base/changes/statements.ts";
import type { UpdateBlockingBody } from "./schema.ts";

// They would split a blocked word without being seen: ignorable and formatting characters, and marks around a letter.
const UNSEEN = /[\p{DI}\p{Cf}\p{Me}]/gu;

// No word contains it, so none is found across the two spellings of a text.
const BETWEEN = " \uE000 ";

const withDot = (text: string): string => text.replaceAll("ı", "i");

// Returns a blocked word as it's compared: without the characters that no one sees, and with i for ı.
const comparedWord = (word: string): string => withDot(word.replace(UNSEEN, ""));

/**
 * Returns a text as blocked words are compared with it. If it contains ı, it's compared in both spellings, because
 * earlier versions stored words as they're spelled.
 */
export function comparedText(text: string): string {
  const seen = text.replace(UNSEEN, "");
  return seen.includes("ı") ? seen + BETWEEN + withDot(seen) : seen;
}

/** Matches the site, in the table `sites`, if it accepts this text, as `comparedText` returns it, from these addresses. */
export const acceptsFrom = (compared: string, addressHashes: readonly string[]) => Prisma.sql`
  NOT CASE WHEN cardinality(blocked_forms) = 0 THEN false ELSE says_any(${compared}, blocked_forms) END
  AND ${isOpenTo(addressHashes)}`;

/** Matches the site, in the table `sites`, if it blocks none of these. */
export const isOpenTo = (addressHashes: readonly string[]) =>
  addressHashes.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`NOT EXISTS (
      SELECT FROM blocked_addresses b WHERE b.site_id = sites.id AND b.address_hash = ANY(${addressHashes}::text[])
    )`;

/** Finds the visitor's site if it accepts this text from these addresses. In SQL for the message's write path. */
export const findAccepting = ({ siteId }: VisitorScope, body: string, addressHashes: readonly string[]) => Prisma.sql`
  SELECT FROM sites WHERE id = ${siteId}::uuid AND ${acceptsFrom(comparedText(body), addressHashes)}`;

/** Finds the visitor's site if it asks them for a proof of work. In SQL for the message's write path. */
export const findNeedingProof = ({ siteId, visitorId }: VisitorScope) => Prisma.sql`
  SELECT FROM sites WHERE id = ${siteId}::uuid AND asks_proof
    AND NOT EXISTS (SELECT FROM conversations WHERE visitor_id = ${visitorId}::uuid)`;

/** Changes what a site blocks. In SQL, because functions of the database fold the words as they fold each message. */
export function changeBlocking(scope: OwnerScope, siteId: string, { words, asksProof }: UpdateBlockingBody) {
  const kept = words === undefined ? null : [...new Set(words)];
  const compared = kept?.map(comparedWord) ?? null;
  const fields = [...(words === undefined ? [] : ["words"]), ...(asksProof === undefined ? [] : ["asksProof"])];
  return Prisma.sql`
    WITH changed AS (
      UPDATE sites s SET
        blocked_words = coalesce(${kept}::text[], blocked_words),
        blocked_forms = CASE WHEN ${compared}::text[] IS NULL THEN blocked_forms ELSE ARRAY(
          SELECT DISTINCT blocked_form(word) FROM unnest(${compared}::text[]) AS word WHERE word_form(word) <> ''
        ) END,
        asks_proof = coalesce(${asksProof ?? null}, asks_proof)
      WHERE ${ownSite(scope, siteId)} RETURNING s.id
    ) ${storeActivity({ scope, action: "blocking.changed", siteId, data: { fields } }, Prisma.sql`changed`)}`;
}

// Merged visitors are blocked as one person.
const peopleOf = (own: Prisma.Sql) =>
  withMerged(Prisma.sql`ARRAY(SELECT c.visitor_id FROM conversations c WHERE ${own})`);

/** Locks the sites of conversations, so that none of their visitors is merged from here on. */
export const lockSitesOf = (own: Prisma.Sql) => Prisma.sql`
  SELECT s.id FROM sites s WHERE s.id IN (SELECT c.site_id FROM conversations c WHERE ${own})
  ORDER BY s.id FOR NO KEY UPDATE`;

/** A SELECT of the addresses that the people of conversations sent from last, if they're known. Locks the visitors. */
export const lockVisitors = (own: Prisma.Sql) => Prisma.sql`
  SELECT v.site_id AS "siteId", v.address_hash AS "addressHash" FROM visitors v
  WHERE v.id = ANY (${peopleOf(own)}) ORDER BY v.id FOR NO KEY UPDATE`;

/** Blocks or unblocks the people of conversations, in all their conversations. In SQL, because one statement decides races. */
export function changeVisitors(scope: OwnerScope, own: Prisma.Sql, isToBlock: boolean) {
  const waits = Prisma.sql`${!isToBlock} AND NOT visitor.is_test
    AND c.status = 'open' AND NOT c.is_spam AND c.last_message_by = 'visitor'
    AND NOT ${IS_SETTLED}`;
  const fromSeq = Prisma.sql`greatest(c.opened_seq, c.settled_seq + 1)`;
  const action = isToBlock ? "visitor.blocked" : "visitor.unblocked";
  const [siteId, conversationId] = [Prisma.sql`person.site_id`, Prisma.sql`person.conversation_id`];
  const entry = { scope, action, siteId, conversationId } as const;
  const v = Prisma.sql`v`;
  return Prisma.sql`
    WITH visitor AS (
      UPDATE visitors v SET blocked_at = CASE WHEN ${isToBlock} THEN clock_timestamp() END
      WHERE v.id = ANY (${peopleOf(own)}) AND (v.blocked_at IS NOT NULL) <> ${isToBlock}
      RETURNING v.id, v.is_test, ${personOf(v)} AS person_id
    ), person AS (
      SELECT DISTINCT ON (${personOf(v)}) v.site_id, c.id AS conversation_id
      FROM conversations c JOIN visitors v ON v.id = c.visitor_id
      WHERE ${own} AND ${personOf(v)} IN (SELECT person_id FROM visitor)
      ORDER BY ${personOf(v)}, c.last_message_at DESC
    ), noted AS (${storeActivity(entry, Prisma.sql`person`)})
    UPDATE conversations c SET
      waiting_since = CASE WHEN ${waits} THEN waiting_since_of(c.id, ${fromSeq}) END,
      waiting_seq = CASE WHEN ${waits} THEN waiting_seq_of(c.id, ${fromSeq}) END,
      ${NEXT_VERSION}
    FROM visitor WHERE c.visitor_id = visitor.id
    RETURNING ${CONVERSATION_REF}`;
}
