import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import {
  ASSIGNEE,
  activeSite,
  lockCaller,
  notBlocked,
  ownConversation,
  PERSON_NAME,
} from "../../base/access/statements.ts";
import { changedBy } from "../../base/changes/statements.ts";
import { acceptsFrom, comparedText } from "../../files/blocking/statements.ts";
import { presentText } from "../../sites/greetings/statements.ts";
import type { VisitorDetails } from "../visitors/schema.ts";
import { countMessage } from "./count-statements.ts";
import { attachFiles, haveFiles, lockFiles } from "./file-statements.ts";
import { storeMessageMail } from "./mail-statements.ts";
import { mayClaim, type NewMail, newMail, type Occasion, storeOutgoing } from "./outgoing-statements.ts";
import {
  END_RELEASED,
  IS_RELEASED,
  lockReleased,
  notScheduled,
  type Release,
  whyStopped,
} from "./release-statements.ts";
import { type NewMessage, previewOf } from "./rules.ts";
import type { Seen } from "./schema.ts";

/*
 * How a message is stored: in one statement, so in one round trip that nothing can interleave with. It locks the files it
 * names, if any, claims the key, then locks rows in the order site, visitor, conversation. Under the last lock it assigns
 * `seq` and reads the clock. If the claim has no row, nothing is written.
 */

// Someone who left keeps their name on their messages, until their account is erased.
const NAME = Prisma.sql`(SELECT ${PERSON_NAME} FROM users u WHERE u.id = m.sender_id)`;
const PHOTO = Prisma.sql`(SELECT photo_hash FROM users WHERE id = m.sender_id)`;

// What visitors see of a sender on sites that show people's names. Who has no name there has no photo either.
const forVisitors = (column: Prisma.Sql) => Prisma.sql`(
  SELECT ${column}
  FROM users u LEFT JOIN members p ON p.workspace_id = m.workspace_id AND p.user_id = u.id WHERE u.id = m.sender_id
)`;
const NAME_FOR_VISITORS = forVisitors(Prisma.sql`coalesce(p.visitor_name, u.name)`);
const PHOTO_FOR_VISITORS = forVisitors(
  Prisma.sql`CASE WHEN coalesce(p.visitor_name, u.name) IS NOT NULL THEN u.photo_hash END`,
);

// No column is looked up unless the message was deleted.
const deleter = (isShown: Prisma.Sql) => Prisma.sql`
  CASE WHEN m.deleted_by IS NOT NULL AND ${isShown} THEN (SELECT ${PERSON_NAME} FROM users u WHERE u.id = m.deleted_by) END AS "deletedByName"`;
const NO_DELETER = Prisma.sql`NULL::text AS "deletedByName"`;

const named = (isShown: Prisma.Sql, name: Prisma.Sql) =>
  Prisma.sql`CASE WHEN m.sender_type = 'owner' AND ${isShown} THEN ${name} END`;

const senderColumns = (isShown: Prisma.Sql, name: Prisma.Sql, photo: Prisma.Sql) =>
  Prisma.sql`${named(isShown, name)} AS "senderName", ${named(isShown, photo)} AS "senderPhoto"`;

// In a workspace of one, no name is looked up: there's one for all replies (lib/sites/sites).
const senderFor = (scope: OwnerScope | VisitorScope | null) => {
  if (scope === null || ("userId" in scope && !scope.isShared)) {
    return Prisma.sql`NULL::text AS "senderName", NULL::text AS "senderPhoto", ${NO_DELETER}`;
  }
  if ("userId" in scope)
    return Prisma.sql`${senderColumns(Prisma.sql`true`, NAME, PHOTO)}, ${deleter(Prisma.sql`true`)}`;
  // It depends on no message, so it's evaluated once.
  const isShown = Prisma.sql`(
    SELECT w.shared_at IS NOT NULL FROM sites s JOIN workspaces w ON w.id = s.workspace_id
    WHERE s.id = ${scope.siteId}::uuid AND s.reply_name = 'person'
  )`;
  return Prisma.sql`${senderColumns(isShown, NAME_FOR_VISITORS, PHOTO_FOR_VISITORS)}, ${NO_DELETER}`;
};

const COLUMNS = Prisma.sql`
  m.id, m.conversation_id AS "conversationId", m.seq, m.sender_type AS "senderType", m.sender_id AS "senderId",
  m.body, m.created_at AS "createdAt", m.file_count AS "fileCount",
  m.came_by AS "cameBy", m.deleted_at AS "deletedAt", m.deleted_by AS "deletedBy"`;

/** The columns of a MessageRow as the caller sees it, from a table or CTE named `m`. Without a caller, it's a visitor's. */
export const messageColumns = (scope: OwnerScope | VisitorScope | null) => Prisma.sql`${COLUMNS}, ${senderFor(scope)}`;

const IS_SHARED = Prisma.sql`EXISTS (SELECT FROM workspaces WHERE id = m.workspace_id AND shared_at IS NOT NULL)`;
const NAMES_PEOPLE = Prisma.sql`${IS_SHARED} AND EXISTS (
  SELECT FROM conversations c JOIN sites s ON s.id = c.site_id WHERE c.id = m.conversation_id AND s.reply_name = 'person'
)`;

/** The columns of a StreamedMessage, from the table `messages` as `m`. */
export const STREAMED_COLUMNS = Prisma.sql`${COLUMNS}, ${senderColumns(IS_SHARED, NAME, PHOTO)}, ${deleter(IS_SHARED)},
  ${named(NAMES_PEOPLE, NAME_FOR_VISITORS)} AS "nameForVisitors", ${named(NAMES_PEOPLE, PHOTO_FOR_VISITORS)} AS "photoForVisitors"`;

const CLAIMED = Prisma.sql`EXISTS (SELECT FROM claim)`;

// A concurrent request with the same key waits here until this statement ends. The foreign key to the message is
// checked at the end, and rolls back the claim of a message that found no conversation.
function claimKey(message: NewMessage, target: Prisma.Sql): Prisma.Sql {
  const { id, sender, key } = message;
  if (key === null) return Prisma.sql`claim AS (SELECT ${id}::uuid AS message_id FROM ${target} ${haveFiles(message)})`;
  return Prisma.sql`
  claim AS (
    INSERT INTO message_keys (sender_id, key, message_id)
    SELECT ${sender.id}::uuid, ${key}, ${id}::uuid FROM ${target} ${haveFiles(message)}
    ON CONFLICT (sender_id, key) DO NOTHING
    RETURNING message_id
  )`;
}

// What one more message changes in its conversation, `c`.
const countNew = ({ id, sender, body, mail: came }: NewMessage, mail: NewMail | null) =>
  countMessage({
    id,
    sender,
    preview: previewOf(body),
    mail,
    ...(came?.readUpTo !== undefined && { readUpTo: came.readUpTo }),
  });

/** Part of an UPDATE with a message that opens its conversation, `c`. */
const OPEN = Prisma.sql`
  status = 'open', opened_seq = CASE WHEN c.status = 'closed' THEN c.last_seq + 1 ELSE c.opened_seq END,`;
const OPEN_AS_ASSIGNED = Prisma.sql`
  ${OPEN} assignee_id = CASE WHEN c.status = 'closed' THEN ${ASSIGNEE} ELSE c.assignee_id END,`;

const COUNTED = Prisma.sql`
  id, workspace_id, site_id, visitor_id, last_seq, last_message_at, opened_seq, is_spam, woken_at, visitor_mail_id,
  alert_id, owner_read_seq`;
const WAS_FREE = Prisma.sql`, assignee_id, was_free`;

const FILE_COUNT = Prisma.sql`, file_count`;
const CAME_BY = Prisma.sql`, came_by`;

const insertMessage = (
  scope: OwnerScope | VisitorScope,
  message: NewMessage,
  mail: NewMail | null,
  { isReleased = false, ...occasion }: Occasion & { isReleased?: boolean } = {},
) => {
  const hasFiles = message.fileIds.length > 0;
  const { mail: came } = message;
  return Prisma.sql`
  ${storeOutgoing(scope, message, mail, occasion)} m AS (
    INSERT INTO messages (
      id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at ${hasFiles ? FILE_COUNT : Prisma.empty}
      ${came ? CAME_BY : Prisma.empty}
    )
    SELECT claim.message_id, c.id, c.workspace_id, c.last_seq, ${message.sender.type}, ${message.sender.id}::uuid,
      ${message.body}, c.last_message_at ${hasFiles ? Prisma.sql`, ${message.fileIds.length}` : Prisma.empty}
      ${came ? Prisma.sql`, 'email'` : Prisma.empty}
    FROM conversation c, claim
    RETURNING *
  ) ${attachFiles(message)} ${came ? storeMessageMail(came) : Prisma.empty} ${isReleased ? END_RELEASED : Prisma.empty}
  SELECT ${messageColumns("userId" in scope ? scope : null)}, c.workspace_id AS "workspaceId", c.site_id AS "siteId",
    c.visitor_id AS "visitorId",
    EXISTS (SELECT FROM delivery) AS "hasDeliveries" ${mayClaim(scope) ? Prisma.sql`, c.was_free AS "isClaimed"` : Prisma.empty}
  FROM m, conversation c`;
};

/** The visitor who sends, the hash of their address, and the hashes it may be blocked under. */
export type Writer = Pick<VisitorDetails, "name" | "email"> & {
  label: string | null;
  addressHash: string | null;
  addressHashes: readonly string[];
};

/** What's stored of a visitor with their first message of a conversation. */
type FirstWriter = Writer & { language: string | null };

// Written when it changes and once a day, so that it can expire some time after the last message.
const isNewAddress = (hash: string | null) =>
  hash === null
    ? Prisma.sql`false`
    : Prisma.sql`(v.address_hash IS DISTINCT FROM ${hash} OR v.address_at < now() - interval '1 day')`;
const noteAddress = (hash: string | null) =>
  hash === null
    ? Prisma.empty
    : Prisma.sql`
      address_hash = ${hash}, address_at = CASE WHEN ${isNewAddress(hash)} THEN now() ELSE v.address_at END,`;

// A verified visitor's row exists since their session, and keeps the id that was proved.
const storeVisitor = (scope: VisitorScope, { label, name, email, addressHash, language }: FirstWriter) =>
  scope.isVerified
    ? Prisma.sql`
    UPDATE visitors v SET name = coalesce(${name}, v.name), email = coalesce(${email}, v.email),
      language = coalesce(${language}, v.language), ${noteAddress(addressHash)} updated_at = now()
    FROM site WHERE v.id = ${scope.visitorId}::uuid AND v.site_id = site.id AND v.blocked_at IS NULL
    RETURNING v.id, v.workspace_id, v.site_id`
    : Prisma.sql`
    INSERT INTO visitors AS v (
      id, site_id, workspace_id, external_id, name, email, language, address_hash, address_at, created_at, updated_at
    )
    SELECT ${scope.visitorId}::uuid, site.id, site.workspace_id, ${label}, ${name}, ${email}, ${language},
      ${addressHash}, CASE WHEN ${addressHash}::text IS NOT NULL THEN now() END, now(), now()
    FROM site
    ON CONFLICT (id) DO UPDATE SET
      ${noteAddress(addressHash)}
      external_id = coalesce(excluded.external_id, v.external_id),
      name = coalesce(excluded.name, v.name),
      email = coalesce(excluded.email, v.email),
      language = coalesce(excluded.language, v.language),
      updated_at = now()
    WHERE v.site_id = excluded.site_id AND v.blocked_at IS NULL
    RETURNING id, workspace_id, site_id`;

// Matches the visitor's site if it accepts their message.
const acceptingSite = (scope: VisitorScope, { body }: NewMessage, { addressHashes }: Writer) => Prisma.sql`
  sites WHERE ${activeSite(scope)} AND ${acceptsFrom(comparedText(body), addressHashes)} AND ${notBlocked(scope)}`;

/** Stores a visitor's first message in their open conversation, or in a new one, along with the visitor's details. */
export const storeFirstMessage = (
  scope: VisitorScope,
  message: NewMessage,
  { pageUrl, greeting, ...visitor }: FirstWriter & { pageUrl: string | null; greeting: string | null },
  { isTest = false }: Occasion = {},
) => Prisma.sql`
  WITH ${lockFiles(scope, message)} ${claimKey(message, acceptingSite(scope, message, visitor))}, site AS MATERIALIZED (
    SELECT id, workspace_id FROM sites WHERE ${activeSite(scope)} AND ${CLAIMED} FOR KEY SHARE
  ), visitor AS (${storeVisitor(scope, visitor)}
  ), conversation AS (
    INSERT INTO conversations AS c (
      id, workspace_id, site_id, visitor_id, status, page_url, last_seq, visitor_read_seq,
      owner_unread_count, last_message_at, last_message_preview, alert_id, greeting, created_at, updated_at
    )
    SELECT ${newId()}::uuid, site.workspace_id, site.id, visitor.id, 'open', ${pageUrl}, 1, 1, 1, clock_timestamp(),
      ${previewOf(message.body)}, ${message.id}::uuid, ${greeting === null ? Prisma.sql`NULL` : presentText(greeting)},
      statement_timestamp(), clock_timestamp()
    FROM site, visitor
    ON CONFLICT (visitor_id) WHERE status = 'open' DO UPDATE SET
      page_url = coalesce(excluded.page_url, c.page_url),
      ${countNew(message, null)}
    RETURNING ${COUNTED}
  ), ${insertMessage(scope, message, isTest ? newMail("test") : null, { isTest })}`;

/** Stores a visitor's message in one of their conversations, which it opens, along with the visitor's details. */
export const storeVisitorMessage = (
  scope: VisitorScope,
  conversationId: string,
  message: NewMessage,
  { label, name, email, addressHash, addressHashes }: Writer,
) => Prisma.sql`
  WITH ${lockFiles(scope, message)} ${claimKey(
    message,
    Prisma.sql`conversations c WHERE ${ownConversation(scope, conversationId)}
      AND EXISTS (SELECT FROM sites WHERE id = c.site_id AND ${acceptsFrom(comparedText(message.body), addressHashes)})`,
  )}, site AS MATERIALIZED (
    SELECT id FROM sites
    WHERE (${label !== null || name !== null || email !== null}
        OR EXISTS (SELECT FROM visitors v WHERE v.id = ${scope.visitorId}::uuid AND ${isNewAddress(addressHash)}))
      AND id = ${scope.siteId}::uuid AND ${CLAIMED}
    FOR KEY SHARE
  ), visitor AS (
    UPDATE visitors v SET
      external_id = coalesce(${label}, v.external_id),
      name = coalesce(${name}, v.name),
      email = coalesce(${email}, v.email),
      ${noteAddress(addressHash)}
      updated_at = now()
    FROM site, conversations c
    WHERE v.id = ${scope.visitorId}::uuid AND v.site_id = site.id
      AND c.id = ${conversationId}::uuid AND c.visitor_id = v.id
      AND ((v.external_id, v.name, v.email) IS DISTINCT FROM
        (coalesce(${label}, v.external_id), coalesce(${name}, v.name), coalesce(${email}, v.email))
        OR ${isNewAddress(addressHash)})
    RETURNING v.id
  ), conversation AS (
    UPDATE conversations c SET ${OPEN_AS_ASSIGNED} ${countNew(message, null)}
    WHERE ${ownConversation(scope, conversationId)} AND ${CLAIMED} AND (SELECT count(*) FROM visitor) >= 0
    RETURNING ${COUNTED}
  ), ${insertMessage(scope, message, null)}`;

// The conversation is the sender's from now on, unless someone has it. Their membership is locked first, so that a removal
// that's under way is waited for and this one's conversation isn't missed by it.
const claimReply = (scope: OwnerScope, conversationId: string, { message, release }: Reply) => {
  const own = Prisma.sql`conversations c WHERE ${ownConversation(scope, conversationId)}`;
  const target = Prisma.sql`${own} ${release ? IS_RELEASED : notScheduled(message)}`;
  const files = Prisma.sql`${lockFiles(scope, message, conversationId)} ${release ? lockReleased(scope, release) : Prisma.empty}`;
  if (!scope.claims) return Prisma.sql`${files} ${claimKey(message, target)}`;
  return Prisma.sql`${files}
  member AS MATERIALIZED (${lockCaller(scope)}), ${claimKey(message, Prisma.sql`${target} AND EXISTS (SELECT FROM member)`)}`;
};

// Locked before it's changed, to see what it was.
const lockReplied = (scope: OwnerScope, conversationId: string, reply: Reply) => Prisma.sql`
  was AS MATERIALIZED (
    SELECT c.id AS was_id, c.status = 'open' AS was_open, ${ASSIGNEE} IS NULL AS was_free FROM conversations c
    WHERE ${ownConversation(scope, conversationId)} AND ${CLAIMED} ${mayStore(scope, reply)} FOR NO KEY UPDATE OF c
  )`;

const assignTo = ({ claims, userId }: OwnerScope) =>
  claims ? Prisma.sql`assignee_id = CASE WHEN was_free THEN ${userId}::uuid ELSE c.assignee_id END,` : Prisma.empty;

/**
 * Whether a colleague's message or note in a conversation is newer than what the caller saw, as an expression. Undefined
 * if they have no colleagues, or don't say what they saw.
 */
export const colleagueWrote = (scope: OwnerScope, conversationId: Prisma.Sql, { seenSeq, seenNote }: Seen) =>
  scope.isShared && (seenSeq !== undefined || seenNote !== undefined)
    ? Prisma.sql`colleague_wrote(${conversationId}, ${scope.userId}::uuid, ${seenSeq ?? null}::int, ${seenNote ?? null}::int)`
    : undefined;

// PostgreSQL evaluates it again after waiting for the row's lock.
function notCrossed(scope: OwnerScope, seen: Seen): Prisma.Sql {
  const wrote = colleagueWrote(scope, Prisma.sql`c.id`, seen);
  return wrote ? Prisma.sql`AND NOT ${wrote}` : Prisma.empty;
}

const mayStore = (scope: OwnerScope, { seen, release }: Reply) =>
  release?.knew
    ? Prisma.sql`AND ${whyStopped(scope, Prisma.sql`c.id`, release.knew)} IS NULL`
    : notCrossed(scope, seen);

/** A reply with what its writer saw, and the email it triggers. `release` is set if it was scheduled. */
type Reply = { message: NewMessage; seen: Seen; mail: NewMail | null; release?: Release | undefined };

/** Stores an owner's message in a conversation, which it opens. Stores nothing if a colleague wrote meanwhile. */
export function storeReply(scope: OwnerScope, conversationId: string, reply: Reply): Prisma.Sql {
  const { message, mail, release } = reply;
  const { claims } = scope;
  const which = claims
    ? Prisma.sql`FROM was WHERE c.id = was_id`
    : Prisma.sql`WHERE ${ownConversation(scope, conversationId)} AND ${CLAIMED} ${mayStore(scope, reply)}`;
  const was = claims ? Prisma.sql`, ${lockReplied(scope, conversationId, reply)}` : Prisma.empty;
  return Prisma.sql`
  WITH ${claimReply(scope, conversationId, reply)} ${was}, conversation AS (
    UPDATE conversations c SET ${changedBy(scope)}, ${claims ? OPEN : OPEN_AS_ASSIGNED} ${assignTo(scope)} ${countNew(message, mail)} ${which}
    RETURNING ${COUNTED} ${claims ? WAS_FREE : Prisma.empty}
  ), ${insertMessage(scope, message, mail, { isReleased: release !== undefined })}`;
}

/** Stores an owner's message in a conversation, which it closes. Stores nothing if a colleague wrote meanwhile. */
export function storeClosingReply(scope: OwnerScope, conversationId: string, reply: Reply): Prisma.Sql {
  const { message, mail, release } = reply;
  return Prisma.sql`
  WITH ${claimReply(scope, conversationId, reply)}, ${lockReplied(scope, conversationId, reply)}, conversation AS (
    UPDATE conversations c SET ${changedBy(scope)}, status = 'closed', ${assignTo(scope)} ${countNew(message, mail)}
    FROM was WHERE c.id = was_id
    RETURNING ${COUNTED}, event_seq, was_open ${scope.claims ? WAS_FREE : Prisma.empty}
  ), ${insertMessage(scope, message, mail, { isClosing: true, isReleased: release !== undefined })}`;
}
