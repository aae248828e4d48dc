import { toAnswersJson } from "../../desk/answers/json.ts";
import { toAttributesJson } from "../../desk/attributes/json.ts";
import { toMessageJson } from "../../desk/messages/json.ts";
import type { Message } from "../../desk/messages/queries.ts";
import type { FileJson } from "../../files/files/schema.ts";
import type { SiteJson } from "../../sites/sites/schema.ts";
import type {
  Export,
  Exported,
  ExportedConversation,
  ExportedDetails,
  ExportedEvent,
  ExportedNote,
  ExportedNotification,
  ExportedRating,
  ExportedVisitor,
} from "./queries.ts";

const DEPTH = { visitor: 0, conversation: 1, message: 2 };

type ReadExport = Pick<Export, "labels"> & { batches: AsyncIterable<Exported[]> };
type PathOf = (file: FileJson) => string;

/**
 * Yields an export as one JSON object: the site, the labels, and its visitors, with conversations and messages nested. In an
 * archive, each file has its `path` there.
 */
export async function* jsonFile(
  site: SiteJson,
  exportedAt: Date,
  { labels, batches }: ReadExport,
  pathOf?: PathOf,
): AsyncGenerator<string> {
  // How many objects are open below the list of visitors, and whether the innermost list has an item yet.
  let depth = 0;
  let isFirst = true;
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"site":${JSON.stringify(site)},"labels":${JSON.stringify(labels)},"visitors":[`;
  for await (const batch of batches) {
    let text = "";
    for (const one of batch) {
      for (; depth > DEPTH[one.kind]; depth -= 1) {
        text += "]}";
        isFirst = false;
      }
      text += isFirst ? "\n" : ",\n";
      text += begun(one, pathOf);
      isFirst = one.kind !== "message";
      if (one.kind !== "message") depth += 1;
    }
    if (text !== "") yield text;
  }
  yield `${"]}".repeat(depth)}]}\n`;
}

function begun(one: Exported, pathOf?: PathOf): string {
  if (one.kind === "message") return JSON.stringify(messageOf(one.row, pathOf));
  if (one.kind === "visitor") return opened(visitorOf(one.row), "conversations");
  return opened(conversationOf(one.row), "messages");
}

function messageOf(row: Message, pathOf?: PathOf) {
  const { files, ...message } = toMessageJson(row, { kind: "member" });
  if (!files) return message;
  return { ...message, files: pathOf ? files.map((file) => ({ ...file, path: pathOf(file) })) : files };
}

/** Opens an object whose last member is a list that follows. */
const opened = (object: object, list: string) => `${JSON.stringify(object).slice(0, -1)},"${list}":[`;

const visitorOf = ({
  id,
  externalId,
  name,
  email,
  phone,
  verified,
  language,
  createdAt,
  ...more
}: ExportedVisitor) => ({
  id,
  ...(externalId !== null && { externalId }),
  ...(name !== null && { name }),
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
  verified,
  ...(language !== null && { language }),
  ...(more.mergedInto !== null && { mergedInto: more.mergedInto }),
  ...(more.about !== null && { about: more.about }),
  createdAt,
  ...(more.attributes !== null && { attributes: toAttributesJson(more.attributes) }),
});

function conversationOf({ id, status, pageUrl, ownerReadSeq, visitorReadSeq, ...more }: ExportedConversation) {
  const { createdAt, lastMessageAt, waitingSince, isSettled, firstReplyAt, firstPageUrl, greeting } = more;
  const { isStarred, snoozedUntil, labels, ratings, answers, notifications, notes, events, pages } = more;
  return {
    id,
    status,
    ...(pageUrl !== null && { pageUrl }),
    createdAt,
    lastMessageAt,
    read: { owner: ownerReadSeq, visitor: visitorReadSeq },
    ...(waitingSince !== null && { waitingSince }),
    ...(isSettled && { noReplyNeeded: true }),
    ...(firstReplyAt !== null && { firstReplyAt }),
    ...(firstPageUrl !== null && { firstPageUrl }),
    ...(greeting !== null && { greeting }),
    ...(isStarred && { starred: true }),
    ...(snoozedUntil !== null && { snoozedUntil }),
    labels,
    ...(ratings !== null && { ratings: ratings.map(ratingOf) }),
    ...(answers !== null && { answers: toAnswersJson(answers) }),
    ...(notifications !== null && { notifications: notifications.map(notificationOf) }),
    ...(notes !== null && { notes: notes.map(noteOf) }),
    ...(events !== null && { events: events.map(eventOf) }),
    ...(pages !== null && { details: detailsOf(more) }),
  };
}

const notificationOf = ({ channel, status, at, shownAt }: ExportedNotification) => ({
  channel,
  // An email that's queued.
  status: status === "queued" ? "pending" : status,
  at: new Date(at),
  ...(shownAt !== null && { shownAt: new Date(shownAt) }),
});

const eventOf = ({ createdAt, until, ...event }: ExportedEvent) => ({
  ...event,
  ...(until !== undefined && { until: new Date(until) }),
  createdAt: new Date(createdAt),
});

const ratingOf = ({ ratedAt, updatedAt, ...rating }: ExportedRating) => ({
  ...rating,
  ratedAt: new Date(ratedAt),
  updatedAt: new Date(updatedAt),
});

const noteOf = ({ id, seq, authorId, authorName, body, at }: ExportedNote) => ({
  id,
  seq,
  authorId,
  ...(authorName !== null && { authorName }),
  body,
  createdAt: new Date(at),
});

const detailsOf = ({ browser, system, language, timeZone, pages }: ExportedDetails) => ({
  ...(browser !== null && { browser }),
  ...(system !== null && { system }),
  ...(language !== null && { language }),
  ...(timeZone !== null && { timeZone }),
  pages,
});
