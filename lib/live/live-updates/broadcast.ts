import { RESYNC, sseFrame } from "#platform/live/sse-frame.ts";
import type { ConversationChange, Side, StreamedChange } from "../../base/changes/change.ts";
import { toConversationJson, toVisitorConversationJson } from "../../desk/conversations/json.ts";
import type { ConversationJson } from "../../desk/conversations/schema.ts";
import { toMessageJson } from "../../desk/messages/json.ts";
import { findMessages, type MessageRange, type StreamedMessage } from "../../desk/messages/ranges.system.ts";
import { toNoteJson } from "../../desk/notes/json.ts";
import type { NoteRow } from "../../desk/notes/statements.ts";
import {
  type ArrivalConversation,
  conversationsForOwners,
  conversationsForVisitors,
  findNotes,
  type OwnerSideRow,
  type PersonalRow,
  unreadOf,
  type VisitorSideRow,
} from "./change-queries.system.ts";
import type { DeliveredState } from "./delivered-state.ts";
import type { OpenStreams, Shown } from "./open-streams.ts";
import type { OwnerEvent, VisitorEvent } from "./schema.ts";

const ownerFrame = <Name extends keyof OwnerEvent>(name: Name, data: OwnerEvent[Name], id?: string) =>
  sseFrame(name, data, id);
const visitorFrame = <Name extends keyof VisitorEvent>(name: Name, data: VisitorEvent[Name], id?: string) =>
  sseFrame(name, data, id);

// Past this gap, only new messages are sent. Clients fetch the rest page by page.
const RANGE_MAX = 200;
// More messages of one conversation aren't being stored at the same time.
const OVERTAKEN_MAX = 50;

/** A change in a workspace outside its conversations. */
type WorkspaceChange = Exclude<Extract<StreamedChange, { workspaceId: string }>, ConversationChange>;

/** A conversation, and what people have unread of it if that's their own. */
type ListedRow = OwnerSideRow & { personal: PersonalRow[] };

type Read = {
  messages: Map<string, StreamedMessage[]>;
  notes: NoteRow[];
  owners: Map<string, ListedRow>;
  visitors: Map<string, VisitorSideRow>;
};

const WITHOUT_ROWS = ["typing", "note-typing", "scheduled", "presence", "waiting", "draft", "deleted"] as const;
type WithoutRows = Extract<ConversationChange, { kind: (typeof WITHOUT_ROWS)[number] }>;

const isWithoutRows = (change: ConversationChange): change is WithoutRows =>
  WITHOUT_ROWS.some((kind) => kind === change.kind);

// What the visitor's side doesn't show.
const isWithinTeam = ({ kind }: ConversationChange) => kind === "note" || kind === "seen";

/**
 * Writes events to the streams that a batch of changes concerns. Rows are read here, after the notification, one
 * batch at a time, so that no conversation ever goes back in time on a stream. Then members' access is made fresh, and
 * everything is written before anything else can happen.
 */
export async function broadcast(
  changes: StreamedChange[],
  streams: OpenStreams,
  delivered: DeliveredState,
): Promise<void> {
  const concerning: ConversationChange[] = [];
  const ofWorkspaces: WorkspaceChange[] = [];
  for (const change of changes) {
    if (change.kind === "session-ended") streams.endAnchored(new Set([change.sessionId]));
    else if (change.kind === "visitor-erased") streams.endVisitor(change.visitorId);
    else if (change.kind === "account")
      streams.toPerson(change.userId, ownerFrame("settings.updated", { about: "account" }));
    else if (!("visitorId" in change)) {
      if (change.kind === "site-deleted") {
        delivered.noteDeleted(change.siteId);
        streams.endAnchored(new Set([change.siteId]));
      }
      ofWorkspaces.push(change);
    } else if (streams.hasWorkspace(change.workspaceId) || streams.hasVisitor(change.visitorId))
      concerning.push(change);
    else delivered.forgetRange(change.conversationId);
  }
  const read = await readFor(concerning, streams, delivered);
  await streams.access.freshen(new Set([...ofWorkspaces, ...concerning].map(({ workspaceId }) => workspaceId)));
  for (const change of ofWorkspaces) sendToWorkspace(change, streams);
  for (const change of concerning) sendChange(change, read, streams, delivered);
}

function sendToWorkspace(change: WorkspaceChange, streams: OpenStreams): void {
  const { workspaceId } = change;
  // What it changed was sent when it was read.
  if (change.kind === "access") return;
  if (change.kind === "site-deleted") streams.toMembers(change, () => RESYNC);
  else if (change.kind === "settings") {
    const { kind: _, workspaceId: _workspace, ...settings } = change;
    const frame = ownerFrame("settings.updated", settings);
    if (settings.siteId === undefined) streams.toWorkspace(workspaceId, frame);
    else streams.toMembers(change, () => frame);
  } else {
    const { notificationId, channel, reason, conversationId, userId, of } = change;
    const about = conversationId === undefined ? {} : { conversationId };
    const failure = { notificationId, channel, ...about };
    const frame = ownerFrame("notification.failed", failure);
    const own = reason === undefined ? frame : ownerFrame("notification.failed", { ...failure, reason });
    // About no conversation, it's the person's own affair.
    if (userId !== undefined) streams.toPerson(userId, own);
    else streams.toMembers(change, (member) => (member === of ? own : frame));
  }
}

async function readFor(changes: ConversationChange[], streams: OpenStreams, delivered: DeliveredState): Promise<Read> {
  // Messages first, so that each conversation is at least as new as they are.
  const messages = await findMessages(unsentRanges(changes, delivered));
  const notes = await findNotes(changes.filter((change) => change.kind === "note"));
  const shown = changes.filter((change) => !isWithoutRows(change));
  const idsWhere = (isWanted: (change: ConversationChange) => boolean) => [
    ...new Set(shown.filter(isWanted).map(({ conversationId }) => conversationId)),
  ];
  const [owners, visitors] = await Promise.all([
    conversationsForOwners(idsWhere(({ workspaceId }) => streams.hasWorkspace(workspaceId))),
    conversationsForVisitors(idsWhere((change) => !isWithinTeam(change) && streams.hasVisitor(change.visitorId))),
  ]);
  endBlocked(visitors, streams);
  return { messages, notes, owners: await withPersonal(owners, streams), visitors };
}

async function withPersonal(owners: OwnerSideRow[], streams: OpenStreams): Promise<Map<string, ListedRow>> {
  const pairs = owners
    .filter(({ isShared }) => isShared)
    .flatMap(({ id, workspaceId }) => streams.peopleOf(workspaceId).map((userId) => ({ conversationId: id, userId })));
  const personal = Map.groupBy(await unreadOf(pairs), ({ conversationId }) => conversationId);
  return new Map(owners.map((row) => [row.id, { ...row, personal: personal.get(row.id) ?? [] }]));
}

/** Returns what makes each person's frame of a conversation: in a shared workspace, what's unread is their own. */
function framesOf(
  owner: ListedRow,
  frameOf: (conversation: ConversationJson) => Uint8Array,
): (userId: string) => Uint8Array {
  const frames = new Map<string, Uint8Array>();
  const rows = new Map(owner.personal.map((row) => [row.userId, row]));
  return (userId) => {
    const { unreadCount = owner.unreadCount, readAt = null, forYou = null } = rows.get(userId) ?? {};
    const updatedAt = readAt && readAt > owner.updatedAt ? readAt : owner.updatedAt;
    const key = JSON.stringify([unreadCount, updatedAt, forYou]);
    const frame = frames.get(key) ?? frameOf(toConversationJson({ ...owner, unreadCount, updatedAt, forYou }));
    frames.set(key, frame);
    return frame;
  };
}

// A blocked visitor gets no further event, not even that they're blocked.
function endBlocked(visitors: Map<string, VisitorSideRow>, streams: OpenStreams): void {
  for (const [id, { visitorId, isBlocked }] of visitors) {
    if (!isBlocked) continue;
    streams.endVisitor(visitorId);
    visitors.delete(id);
  }
}

/** Returns the ranges to read: the messages of each conversation that haven't been sent yet. */
function unsentRanges(changes: ConversationChange[], delivered: DeliveredState): MessageRange[] {
  const seqs = new Map<string, number[]>();
  for (const change of changes) {
    if (change.kind !== "message") continue;
    seqs.set(change.conversationId, [...(seqs.get(change.conversationId) ?? []), change.seq]);
  }
  return [...seqs].flatMap(([conversationId, all]) => {
    const [first, last] = [Math.min(...all), Math.max(...all)];
    const known = delivered.rangeOf(conversationId);
    const named = { conversationId, after: first - 1, upTo: last };
    // Notifications may overtake each other, so the recent messages before the named ones are sent too.
    if (!known) return [{ ...named, after: first - 1 - OVERTAKEN_MAX, upTo: first - 1, isRecent: true }, named];
    if (first > known.last + RANGE_MAX) return [named];
    const ranges: MessageRange[] = [];
    // Notifications of two processes may arrive out of order.
    if (first < known.first) ranges.push({ conversationId, after: first - 1, upTo: known.first - 1 });
    if (last > known.last) ranges.push({ conversationId, after: known.last, upTo: last });
    return ranges;
  });
}

function sendChange(change: ConversationChange, read: Read, streams: OpenStreams, delivered: DeliveredState): void {
  const owner = read.owners.get(change.conversationId);
  if (isWithoutRows(change)) sendWithoutRows(change, streams, delivered);
  else if (change.kind === "note") {
    delivered.noteNote(change.conversationId, change.seq);
    sendNote(change, owner, read, streams);
    // It marks the conversation unread for the people it mentions.
    noteReads(owner, delivered);
  } else if (change.kind === "seen") {
    sendToTeam(owner, streams, change.userId);
    noteReads(owner, delivered, change.userId);
  } else sendToBothSides(change, read, streams, delivered);
}

/** Records which personal read positions were sent: everyone's or one person's. */
function noteReads(owner: ListedRow | undefined, delivered: DeliveredState, only?: string): void {
  for (const { conversationId, userId, readAt } of owner?.personal ?? [])
    if (readAt && (only ?? userId) === userId) delivered.noteRead(conversationId, userId, readAt);
}

type ChangeOfBothSides = Exclude<ConversationChange, WithoutRows | { kind: "note" | "seen" }>;

function sendToBothSides(change: ChangeOfBothSides, read: Read, streams: OpenStreams, delivered: DeliveredState): void {
  const { conversationId } = change;
  const owner = read.owners.get(conversationId);
  const visitor = read.visitors.get(conversationId);
  if (change.kind === "message") {
    const messages = read.messages.get(conversationId) ?? [];
    for (const message of messages) sendMessage(message, owner, visitor, streams);
    const [first, last] = [messages.at(0), messages.at(-1)];
    if (first && last) delivered.noteRange(conversationId, { first: first.seq, last: last.seq });
    read.messages.delete(conversationId);
  }
  const place = { ...change, siteId: owner?.siteId ?? change.siteId };
  if (change.kind === "read") sendReadPosition(place, change.by, change.seq, streams, delivered);
  if (change.kind === "changed") {
    const { ownerReadSeq = 0, visitorReadSeq = 0 } = owner ?? visitor ?? {};
    sendReadPosition(place, "owner", ownerReadSeq, streams, delivered);
    sendReadPosition(place, "visitor", visitorReadSeq, streams, delivered);
  }
  if (change.kind !== "message") sendConversation(change, owner, visitor, streams);
  // A read position shows only what one side has listed. If it's unknown what was sent, the reconciler checks it.
  if (change.kind !== "read" || delivered.rangeOf(conversationId)) noteDelivered(owner ?? visitor, delivered);
}

const readShown = (conversationId: string, by: Side, seq: number): Shown => ({
  part: `${conversationId} ${by}`,
  state: String(seq),
});

// What else is listed goes with the last message.
const listedShown = ({
  id,
  status,
  lastSeq,
  deletedCount,
  unreadCount,
  ratable,
}: VisitorSideRow | ArrivalConversation): Shown => ({
  part: id,
  state: `${status} ${lastSeq} ${deletedCount} ${unreadCount} ${ratable && JSON.stringify(ratable)}`,
});

/** What a visitor's client has of a conversation when its stream begins. */
export const shownOf = (row: ArrivalConversation): Shown[] => [
  listedShown(row),
  readShown(row.id, "owner", row.ownerReadSeq),
  readShown(row.id, "visitor", row.visitorReadSeq),
];

function sendWithoutRows(change: WithoutRows, streams: OpenStreams, delivered: DeliveredState): void {
  const { kind, conversationId, visitorId } = change;
  if (kind === "deleted") {
    delivered.noteDeleted(conversationId);
    const gone = { id: conversationId, deleted: true } as const;
    const frame = ownerFrame("conversation.updated", gone);
    streams.toMembers(change, () => frame);
    streams.toVisitor(visitorId, visitorFrame("conversation.updated", gone));
  } else if (kind === "waiting") {
    const frame = ownerFrame("conversation.waiting", { conversationId, since: change.since });
    streams.toMembers(change, () => frame);
  } else if (kind === "draft") {
    const { workspaceId, siteId, userId, draft, version } = change;
    const frame = ownerFrame("draft.updated", { conversationId, kind: draft, version });
    streams.toMembers({ workspaceId, siteId, userId }, () => frame);
  } else if (kind === "scheduled") {
    const frame = ownerFrame("scheduled_replies.updated", { conversationId });
    streams.toMembers(change, () => frame);
  } else if (kind === "presence") {
    const { userId, state } = change;
    toColleagues(change, userId, ownerFrame("presence", { conversationId, userId, state }), streams);
  } else if (kind === "typing" && change.by === "visitor") {
    const frame = ownerFrame("typing", { conversationId, by: "visitor" });
    streams.toMembers(change, () => frame);
  } else {
    if (kind === "typing") streams.toVisitor(visitorId, visitorFrame("typing", { conversationId, by: "owner" }));
    const { userId } = change;
    if (userId === undefined) return;
    const typed = {
      conversationId,
      by: "owner",
      userId,
      ...(kind === "note-typing" && { note: true as const }),
    } as const;
    toColleagues(change, userId, ownerFrame("typing", typed), streams);
  }
}

function toColleagues(change: WithoutRows, of: string, frame: Uint8Array, streams: OpenStreams): void {
  const { workspaceId, siteId } = change;
  streams.toMembers({ workspaceId, siteId }, (userId) => (userId === of ? null : frame));
}

type Place = { workspaceId: string; siteId?: string | undefined; visitorId: string; conversationId: string };

function sendReadPosition(
  { workspaceId, siteId, visitorId, conversationId }: Place,
  by: Side,
  seq: number,
  streams: OpenStreams,
  delivered: DeliveredState,
): void {
  if (!delivered.noteReadPosition(conversationId, by, seq)) return;
  const frame = ownerFrame("read", { conversationId, by, seq });
  streams.toMembers({ workspaceId, siteId }, () => frame);
  streams.showVisitor(visitorId, visitorFrame("read", { conversationId, by, seq }), readShown(conversationId, by, seq));
}

function sendMessage(
  row: StreamedMessage,
  owner: ListedRow | undefined,
  visitor: VisitorSideRow | undefined,
  streams: OpenStreams,
): void {
  const id = `${row.conversationId}:${row.seq}`;
  if (owner) {
    const message = toMessageJson(row, { kind: "member" });
    streams.toMembers(
      owner,
      framesOf(owner, (listed) => ownerFrame("message.created", { message, conversation: listed }, id)),
    );
  }
  if (visitor) {
    const message = toMessageJson(
      { ...row, senderName: row.nameForVisitors, senderPhoto: row.photoForVisitors },
      { kind: "visitor", visitorId: visitor.visitorId },
    );
    const event = { message, conversation: toVisitorConversationJson(visitor) };
    streams.toVisitor(visitor.visitorId, visitorFrame("message.created", event, id), listedShown(visitor));
  }
}

function sendNote(
  { conversationId, seq }: Extract<ConversationChange, { kind: "note" }>,
  owner: ListedRow | undefined,
  { notes }: Read,
  streams: OpenStreams,
): void {
  const row = notes.find((note) => note.conversationId === conversationId && note.seq === seq);
  if (!row || !owner) return;
  const note = toNoteJson(row);
  streams.toMembers(
    owner,
    framesOf(owner, (conversation) => ownerFrame("note.created", { note, conversation })),
  );
}

function sendToTeam(owner: ListedRow | undefined, streams: OpenStreams, userId?: string): void {
  if (!owner) return;
  const { workspaceId, siteId } = owner;
  const audience = { workspaceId, siteId, ...(userId !== undefined && { userId }) };
  streams.toMembers(
    audience,
    framesOf(owner, (conversation) => ownerFrame("conversation.updated", { conversation })),
  );
}

function sendConversation(
  change: ConversationChange,
  owner: ListedRow | undefined,
  visitor: VisitorSideRow | undefined,
  streams: OpenStreams,
): void {
  // A read position changes the listed conversation of its own side only.
  const reader = change.kind === "read" ? change.by : undefined;
  if (reader !== "visitor") sendToTeam(owner, streams);
  if (visitor && reader !== "owner") {
    const conversation = toVisitorConversationJson(visitor);
    const frame = visitorFrame("conversation.updated", { conversation });
    streams.showVisitor(visitor.visitorId, frame, listedShown(visitor));
  }
}

// A state with an unsent message doesn't count as sent yet.
function noteDelivered(row: OwnerSideRow | VisitorSideRow | undefined, delivered: DeliveredState): void {
  if (row && row.lastSeq <= (delivered.rangeOf(row.id)?.last ?? row.lastSeq))
    delivered.noteState(row.id, row.updatedAt);
}
