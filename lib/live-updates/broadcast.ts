import { RESYNC, sseFrame } from "#platform/live/sse-frame.ts";
import type { ChangeNotification, ConversationRef, FoundChange, Side } from "../changes/change.ts";
import { toConversationJson, toVisitorConversationJson } from "../conversations/json.ts";
import { toMessageJson } from "../messages/json.ts";
import type { MessageRow } from "../messages/queries.ts";
import { findMessages, type MessageRange } from "../messages/ranges.system.ts";
import {
  conversationsForOwners,
  conversationsForVisitors,
  type OwnerSideRow,
  type VisitorSideRow,
} from "./change-queries.system.ts";
import type { DeliveredState } from "./delivered-state.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { OwnerEvent, VisitorEvent } from "./schema.ts";

const ownerFrame = <Name extends keyof OwnerEvent>(name: Name, data: OwnerEvent[Name], id?: string) =>
  sseFrame(name, data, id);
const visitorFrame = <Name extends keyof VisitorEvent>(name: Name, data: VisitorEvent[Name], id?: string) =>
  sseFrame(name, data, id);

// Past this gap, only new messages are sent. Clients fetch the rest page by page.
const RANGE_MAX = 200;
// More messages of one conversation aren't being stored at the same time.
const OVERTAKEN_MAX = 50;

type ConversationChange =
  | Exclude<Extract<ChangeNotification, ConversationRef>, { kind: "waiting" | "notification-failed" }>
  | FoundChange;

type Read = {
  messages: Map<string, MessageRow[]>;
  owners: Map<string, OwnerSideRow>;
  visitors: Map<string, VisitorSideRow>;
};

/**
 * Writes events to the streams that a batch of changes concerns. Rows are read here, after the notification, one
 * batch at a time, so that no conversation ever goes back in time on a stream.
 */
export async function broadcast(
  changes: (ChangeNotification | FoundChange)[],
  streams: OpenStreams,
  delivered: DeliveredState,
): Promise<void> {
  const concerning: ConversationChange[] = [];
  for (const change of changes) {
    if (change.kind === "session-ended") streams.endAnchored(new Set([change.sessionId]));
    else if (change.kind === "visitor-erased") streams.endVisitor(change.visitorId);
    else if (change.kind === "site-deleted") {
      delivered.noteDeleted(change.siteId);
      streams.endAnchored(new Set([change.siteId]));
      streams.toWorkspace(change.workspaceId, RESYNC);
    } else if (change.kind === "settings") {
      const { kind: _, workspaceId, ...settings } = change;
      streams.toWorkspace(workspaceId, ownerFrame("settings.updated", settings));
    } else if (change.kind === "waiting") {
      const { workspaceId, conversationId, since } = change;
      streams.toWorkspace(workspaceId, ownerFrame("conversation.waiting", { conversationId, since }));
    } else if (change.kind === "notification-failed") {
      const { kind: _, workspaceId, ...failure } = change;
      streams.toWorkspace(workspaceId, ownerFrame("notification.failed", failure));
    } else if (streams.hasWorkspace(change.workspaceId) || streams.hasVisitor(change.visitorId))
      concerning.push(change);
    else delivered.forgetRange(change.conversationId);
  }
  if (concerning.length === 0) return;
  const read = await readFor(concerning, streams, delivered);
  for (const change of concerning) sendChange(change, read, streams, delivered);
}

async function readFor(changes: ConversationChange[], streams: OpenStreams, delivered: DeliveredState): Promise<Read> {
  // Messages first, so that each conversation is at least as new as they are.
  const messages = await findMessages(unsentRanges(changes, delivered));
  const shown = changes.filter(({ kind }) => kind !== "typing" && kind !== "deleted");
  const idsWhere = (isWanted: (change: ConversationChange) => boolean) => [
    ...new Set(shown.filter(isWanted).map(({ conversationId }) => conversationId)),
  ];
  const [owners, visitors] = await Promise.all([
    conversationsForOwners(idsWhere(({ workspaceId }) => streams.hasWorkspace(workspaceId))),
    conversationsForVisitors(idsWhere(({ visitorId }) => streams.hasVisitor(visitorId))),
  ]);
  endBlocked(visitors, streams);
  return { messages, owners, visitors };
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
    // Notifications may overtake each other, and what was stored before the named messages comes before them here, too.
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
  const { conversationId, workspaceId, visitorId } = change;
  const owner = read.owners.get(conversationId);
  const visitor = read.visitors.get(conversationId);
  if (change.kind === "typing") {
    const { by } = change;
    if (by === "visitor") streams.toWorkspace(workspaceId, ownerFrame("typing", { conversationId, by }));
    else streams.toVisitor(visitorId, visitorFrame("typing", { conversationId, by }));
    return;
  }
  if (change.kind === "deleted") {
    delivered.noteDeleted(conversationId);
    const gone = { id: conversationId, deleted: true } as const;
    streams.toWorkspace(workspaceId, ownerFrame("conversation.updated", gone));
    streams.toVisitor(visitorId, visitorFrame("conversation.updated", gone));
    return;
  }
  if (change.kind === "message") {
    const messages = read.messages.get(conversationId) ?? [];
    for (const message of messages) sendMessage(message, owner, visitor, streams);
    const [first, last] = [messages.at(0), messages.at(-1)];
    if (first && last) delivered.noteRange(conversationId, { first: first.seq, last: last.seq });
    read.messages.delete(conversationId);
  }
  if (change.kind === "read") sendReadPosition(change, change.by, change.seq, streams, delivered);
  if (change.kind === "changed") {
    const { ownerReadSeq = 0, visitorReadSeq = 0 } = owner ?? visitor ?? {};
    sendReadPosition(change, "owner", ownerReadSeq, streams, delivered);
    sendReadPosition(change, "visitor", visitorReadSeq, streams, delivered);
  }
  if (change.kind !== "message") sendConversation(change, owner, visitor, streams);
  // A read position shows only what one side has listed. If it isn't known what was sent, the reconciler looks again.
  if (change.kind !== "read" || delivered.rangeOf(conversationId)) noteDelivered(owner ?? visitor, delivered);
}

function sendReadPosition(
  { conversationId, workspaceId, visitorId }: ConversationRef,
  by: Side,
  seq: number,
  streams: OpenStreams,
  delivered: DeliveredState,
): void {
  if (!delivered.noteReadPosition(conversationId, by, seq)) return;
  streams.toWorkspace(workspaceId, ownerFrame("read", { conversationId, by, seq }));
  streams.toVisitor(visitorId, visitorFrame("read", { conversationId, by, seq }));
}

function sendMessage(
  row: MessageRow,
  owner: OwnerSideRow | undefined,
  visitor: VisitorSideRow | undefined,
  streams: OpenStreams,
): void {
  const message = toMessageJson(row);
  const id = `${row.conversationId}:${row.seq}`;
  if (owner) {
    const event = { message, conversation: toConversationJson(owner) };
    streams.toWorkspace(owner.workspaceId, ownerFrame("message.created", event, id));
  }
  if (visitor) {
    const event = { message, conversation: toVisitorConversationJson(visitor) };
    streams.toVisitor(visitor.visitorId, visitorFrame("message.created", event, id));
  }
}

function sendConversation(
  change: ConversationChange,
  owner: OwnerSideRow | undefined,
  visitor: VisitorSideRow | undefined,
  streams: OpenStreams,
): void {
  // A read position changes the listed conversation of its own side only.
  const reader = change.kind === "read" ? change.by : undefined;
  if (owner && reader !== "visitor") {
    const conversation = toConversationJson(owner);
    streams.toWorkspace(owner.workspaceId, ownerFrame("conversation.updated", { conversation }));
  }
  if (visitor && reader !== "owner") {
    const conversation = toVisitorConversationJson(visitor);
    streams.toVisitor(visitor.visitorId, visitorFrame("conversation.updated", { conversation }));
  }
}

// A state with an unsent message doesn't count as sent yet.
function noteDelivered(row: OwnerSideRow | VisitorSideRow | undefined, delivered: DeliveredState): void {
  if (row && row.lastSeq <= (delivered.rangeOf(row.id)?.last ?? row.lastSeq))
    delivered.noteState(row.id, row.updatedAt);
}
