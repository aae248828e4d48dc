import { z } from "zod";

/**
 * Identifies a changed conversation with enough to know whose streams it concerns, without a query. Processes of the
 * version before leave the site out, and then only members with all sites are concerned.
 */
const place = {
  workspaceId: z.uuid(),
  siteId: z.uuid().exactOptional(),
  visitorId: z.uuid(),
  conversationId: z.uuid(),
};

const Side = z.enum(["visitor", "owner"]);
export type Side = z.infer<typeof Side>;

/** Whether a member has a conversation in view. */
export const PresenceState = z.enum(["looking", "left"]);

/** What changed in a workspace outside its conversations. Clients fetch it again. */
export const SettingsChange = z.strictObject({
  about: z.enum(["labels", "saved_replies", "views", "sites", "account", "members", "workspace"]),
  siteId: z.uuid().exactOptional(),
  merged: z
    .strictObject({ from: z.uuid(), into: z.uuid() })
    .exactOptional()
    .describe("A label that was merged into another."),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** A notification that was given up. */
export const NotificationFailure = z.strictObject({
  notificationId: z.uuid(),
  channel: z.string(),
  reason: z.string().exactOptional().describe("Why it failed, for the person whose notification it is."),
  conversationId: z.uuid().exactOptional(),
});
export type NotificationFailure = z.infer<typeof NotificationFailure>;

/** What a process publishes after a commit. It contains ids and no text: receivers read the rows they need. */
export const ChangeNotification = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), seq: z.int(), ...place }),
  z.object({ kind: z.literal("conversation"), ...place }),
  z.object({ kind: z.literal("deleted"), ...place }),
  z.object({ kind: z.literal("read"), by: Side, seq: z.int(), ...place }),
  /** A member's own read position or mark, which changes how the conversation is listed to them. */
  z.object({ kind: z.literal("seen"), userId: z.uuid(), ...place }),
  z.object({ kind: z.literal("typing"), by: Side, userId: z.uuid().exactOptional(), ...place }),
  /** A member writes a note. A kind of its own, so that no version shows it to the visitor. */
  z.object({ kind: z.literal("note-typing"), userId: z.uuid(), ...place }),
  z.object({ kind: z.literal("note"), seq: z.int(), ...place }),
  z.object({ kind: z.literal("presence"), userId: z.uuid(), state: PresenceState, ...place }),
  z.object({ kind: z.literal("waiting"), since: z.string(), ...place }),
  z.object({
    kind: z.literal("notification-failed"),
    workspaceId: z.uuid(),
    siteId: z.uuid().exactOptional(),
    /** The person, if it's about no conversation. */
    userId: z.uuid().exactOptional(),
    /** The person. Processes of the version before leave it out. */
    of: z.uuid().exactOptional(),
    ...NotificationFailure.shape,
  }),
  z.object({ kind: z.literal("session-ended"), sessionId: z.uuid() }),
  /** A member may touch other things than before, or is no longer a member. */
  z.object({ kind: z.literal("access"), workspaceId: z.uuid(), userId: z.uuid() }),
  z.object({ kind: z.literal("visitor-erased"), visitorId: z.uuid() }),
  z.object({ kind: z.literal("site-deleted"), workspaceId: z.uuid(), siteId: z.uuid() }),
  z.object({ kind: z.literal("settings"), workspaceId: z.uuid(), ...SettingsChange.shape }),
  /** A person's own settings, which all their workspaces show. */
  z.object({ kind: z.literal("account"), userId: z.uuid() }),
  /** Sent by a process to itself, to see that changes arrive (`GET /health/stream`). */
  z.object({ kind: z.literal("probe"), id: z.uuid() }),
]);
export type ChangeNotification = z.infer<typeof ChangeNotification>;

export type ConversationRef = { workspaceId: string; siteId: string; visitorId: string; conversationId: string };

/** Found by the reconciler: a conversation that differs from its last sent state. */
export type FoundChange = { kind: "changed" } & ConversationRef;

/** A change that's written to streams. */
export type StreamedChange = Exclude<ChangeNotification, { kind: "probe" }> | FoundChange;

/** A change of one conversation. */
export type ConversationChange =
  | Extract<ChangeNotification, { visitorId: string; conversationId: string }>
  | FoundChange;
