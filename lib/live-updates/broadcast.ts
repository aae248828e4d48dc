import { RESYNC, sseFrame } from "#platform/live/sse-frame.ts";
import type { ChangeNotification, ConversationRef, FoundChange, Side } from "../changes/change.ts";
import { toConversationJson, toVisitorConversationJson } from "../conversations/json.ts";
import { toMessageJson } from "../messages/json.ts";
import type { MessageRow } from "../messages/queries.ts";
import {
  conversationsForOwners,
  conversationsForVisitors,
  findMessages,
  type MessageRange,
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
const STRETCH_MAX = 200;

type ConversationChange = Extract<ChangeNotification, ConversationRef> | FoundChange;

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
  notices: (ChangeNotification | FoundChange)[],
  streams: OpenStreams,
  told: DeliveredState,
): Promise<void> {
  const concerning: ConversationChange[] = [];
  for (const notice of notices) {
    if (notice.kind === "session-ended") streams.endAnchored(new Set([notice.sessionId]));
    else if (notice.kind === "visitor-erased") streams.endVisitor(notice.visitorId);
    else if (notice.kind === "site-deleted") {
      told.noteDeleted(notice.siteId);
      streams.endAnchored(new Set([notice.siteId]));
      streams.toWorkspace(notice.workspaceId, RESYNC);
    } else if (streams.hasWorkspace(notice.workspaceId) || streams.hasVisitor(notice.visitorId))
      concerning.push(notice);
    else told.forgetStretch(notice.conversationId);
  }
  if (concerning.length === 0) return;
  const read = await readFor(concerning, streams, told);
  for (const notice of concerning) tell(notice, read, streams, told);
}

async function readFor(notices: ConversationChange[], streams: OpenStreams, told: DeliveredState): Promise<Read> {
  // Messages first, so that each conversation is at least as new as they are.
  const messages = await findMessages(stretchesOf(notices, told));
  const shown = notices.filter(({ kind }) => kind !== "typing" && kind !== "deleted");
  const idsWhere = (isWanted: (notice: ConversationChange) => boolean) => [
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
function stretchesOf(notices: ConversationChange[], told: DeliveredState): MessageRange[] {
  const seqs = new Map<string, number[]>();
  for (const notice of notices) {
    if (notice.kind !== "message") continue;
    seqs.set(notice.conversationId, [...(seqs.get(notice.conversationId) ?? []), notice.seq]);
  }
  return [...seqs].flatMap(([conversationId, named]) => {
    const [first, last] = [Math.min(...named), Math.max(...named)];
    const known = told.stretchOf(conversationId);
    if (!known || first > known.last + STRETCH_MAX) return [{ conversationId, after: first - 1, upTo: last }];
    const stretches: MessageRange[] = [];
    // Notifications of two processes may arrive out of order.
    if (first < known.first) stretches.push({ conversationId, after: first - 1, upTo: known.first - 1 });
    if (last > known.last) stretches.push({ conversationId, after: known.last, upTo: last });
    return stretches;
  });
}

function tell(notice: ConversationChange, read: Read, streams: OpenStreams, told: DeliveredState): void {
  const { conversationId, workspaceId, visitorId } = notice;
  const owner = read.owners.get(conversationId);
  const visitor = read.visitors.get(conversationId);
  if (notice.kind === "typing") {
    const { by } = notice;
    if (by === "visitor") streams.toWorkspace(workspaceId, ownerFrame("typing", { conversationId, by }));
    else streams.toVisitor(visitorId, visitorFrame("typing", { conversationId, by }));
    return;
  }
  if (notice.kind === "deleted") {
    told.noteDeleted(conversationId);
    const gone = { id: conversationId, deleted: true } as const;
    streams.toWorkspace(workspaceId, ownerFrame("conversation.updated", gone));
    streams.toVisitor(visitorId, visitorFrame("conversation.updated", gone));
    return;
  }
  if (notice.kind === "message") {
    const messages = read.messages.get(conversationId) ?? [];
    for (const message of messages) tellMessage(message, owner, visitor, streams);
    const [first, last] = [messages.at(0), messages.at(-1)];
    if (first && last) told.noteStretch(conversationId, { first: first.seq, last: last.seq });
    read.messages.delete(conversationId);
  }
  if (notice.kind === "read") tellMark(notice, notice.by, notice.seq, streams, told);
  if (notice.kind === "changed") {
    const { ownerReadSeq = 0, visitorReadSeq = 0 } = owner ?? visitor ?? {};
    tellMark(notice, "owner", ownerReadSeq, streams, told);
    tellMark(notice, "visitor", visitorReadSeq, streams, told);
  }
  if (notice.kind !== "message") tellConversation(notice, owner, visitor, streams);
  // A read position shows only what one side has listed. If it isn't known what was sent, the reconciler looks again.
  if (notice.kind !== "read" || told.stretchOf(conversationId)) noteTold(owner ?? visitor, told);
}

function tellMark(
  { conversationId, workspaceId, visitorId }: ConversationRef,
  by: Side,
  seq: number,
  streams: OpenStreams,
  told: DeliveredState,
): void {
  if (!told.noteMark(conversationId, by, seq)) return;
  streams.toWorkspace(workspaceId, ownerFrame("read", { conversationId, by, seq }));
  streams.toVisitor(visitorId, visitorFrame("read", { conversationId, by, seq }));
}

function tellMessage(
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

function tellConversation(
  notice: ConversationChange,
  owner: OwnerSideRow | undefined,
  visitor: VisitorSideRow | undefined,
  streams: OpenStreams,
): void {
  // A read position changes the listed conversation of its own side only.
  const reader = notice.kind === "read" ? notice.by : undefined;
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
function noteTold(row: OwnerSideRow | VisitorSideRow | undefined, told: DeliveredState): void {
  if (row && row.lastSeq <= (told.stretchOf(row.id)?.last ?? row.lastSeq)) told.noteState(row.id, row.updatedAt);
}
