import { z } from "zod";
import { VisitorConversationJson } from "../conversations/schema.ts";
import { oneLine } from "../text.ts";
import { dateTime } from "../timestamp.ts";

/** What the host site may call its visitor (contract.md section 4). */
export const visitorLabel = oneLine(200);

export const WidgetSessionBody = z.object({
  siteKey: oneLine(200),
  visitorToken: z.string().max(4096, "must be at most 4096 characters").exactOptional(),
  visitorId: visitorLabel.exactOptional(),
});
export type WidgetSessionBody = z.infer<typeof WidgetSessionBody>;

export const WidgetSessionAnswer = z.strictObject({
  token: z.string(),
  expiresAt: dateTime,
  visitorId: z.uuid(),
  visitorToken: z.string(),
  site: z.strictObject({ name: z.string(), accentColor: z.string(), welcomeMessage: z.string() }),
  conversation: VisitorConversationJson.exactOptional(),
});
export type WidgetSessionAnswer = z.infer<typeof WidgetSessionAnswer>;
