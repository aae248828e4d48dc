import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { NotificationFailure, PresenceState, SettingsChange } from "../../base/changes/change.ts";
import { ConversationJson, ReadPositionsResponse, VisitorConversationJson } from "../../desk/conversations/schema.ts";
import { DraftKind } from "../../desk/drafts/schema.ts";
import { MessageJson } from "../../desk/messages/schema.ts";
import { NoteJson } from "../../desk/notes/schema.ts";

/* The events of a stream by name, as in contract.md section 7. `conversation` is as listed to the stream's side. */

const nothing = z.strictObject({});
const side = z.enum(["visitor", "owner"]);

// What the visitor's client would fetch, left out if it's much: a client that's up to date needs nothing else.
const visitorReady = z.strictObject({
  listed: z.array(VisitorConversationJson.extend(ReadPositionsResponse.shape)).exactOptional(),
});

const eventsFor = <C extends z.ZodType, R extends z.ZodType>(conversation: C, ready: R) => ({
  ready,
  "message.created": z.strictObject({ message: MessageJson, conversation }),
  "conversation.updated": z.union([
    z.strictObject({ conversation }),
    z.strictObject({ id: z.uuid(), deleted: z.literal(true) }),
  ]),
  read: z.strictObject({ conversationId: z.uuid(), by: side, seq: z.int() }),
  typing: z.strictObject({ conversationId: z.uuid(), by: side }),
  resync: nothing,
});

export const OwnerEvents = {
  ...eventsFor(ConversationJson, nothing),
  typing: z.strictObject({
    conversationId: z.uuid(),
    by: side,
    userId: z.uuid().exactOptional().describe("The colleague who types."),
    note: z.literal(true).exactOptional().describe("They're writing a note."),
  }),
  "note.created": z.strictObject({ note: NoteJson, conversation: ConversationJson }),
  "scheduled_replies.updated": z.strictObject({ conversationId: z.uuid() }),
  presence: z.strictObject({ conversationId: z.uuid(), userId: z.uuid(), state: PresenceState }),
  "draft.updated": z.strictObject({ conversationId: z.uuid(), kind: DraftKind, version: z.int() }),
  "settings.updated": SettingsChange,
  "conversation.waiting": z.strictObject({ conversationId: z.uuid(), since: dateTime }),
  "notification.failed": NotificationFailure,
};
export const VisitorEvents = eventsFor(VisitorConversationJson, visitorReady);

type EventsOf<S extends Record<string, z.ZodType>> = { [Name in keyof S]: z.infer<S[Name]> };
export type OwnerEvent = EventsOf<typeof OwnerEvents>;
export type VisitorEvent = EventsOf<typeof VisitorEvents>;
