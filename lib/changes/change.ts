import { z } from "zod";

/** Where a change happened: enough to know whose streams it concerns without asking the database. */
const place = { workspaceId: z.uuid(), visitorId: z.uuid(), conversationId: z.uuid() };

const Side = z.enum(["visitor", "owner"]);
export type Side = z.infer<typeof Side>;

/** What one process tells the others after a commit. It names rows and never holds their text: that is read where it is needed. */
export const ChangeNotification = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), seq: z.int(), ...place }),
  z.object({ kind: z.literal("conversation"), ...place }),
  z.object({ kind: z.literal("deleted"), ...place }),
  z.object({ kind: z.literal("read"), by: Side, seq: z.int(), ...place }),
  z.object({ kind: z.literal("typing"), by: Side, ...place }),
  z.object({ kind: z.literal("session-ended"), sessionId: z.uuid() }),
  z.object({ kind: z.literal("visitor-erased"), visitorId: z.uuid() }),
  z.object({ kind: z.literal("site-deleted"), workspaceId: z.uuid(), siteId: z.uuid() }),
]);
export type ChangeNotification = z.infer<typeof ChangeNotification>;

export type ConversationRef = { workspaceId: string; visitorId: string; conversationId: string };

/** What the sweep of this process found: a conversation that is not as it was told, in whatever way. */
export type FoundChange = { kind: "changed" } & ConversationRef;
