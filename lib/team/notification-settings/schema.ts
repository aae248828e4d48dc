import { z } from "zod";
import { timeZoneName } from "#platform/time-zone.ts";

const TIME = "must be a time of day such as 22:00";

const TimeOfDay = z.string(TIME).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME);

export const QuietHours = z
  .strictObject({
    from: TimeOfDay.meta({ examples: ["22:00"] }),
    until: TimeOfDay.describe("On the next day if it's before `from`.").meta({ examples: ["07:00"] }),
    timeZone: timeZoneName,
  })
  .refine(({ from, until }) => from !== until, { path: ["until"], error: "must differ from `from`" });
export type QuietHours = z.infer<typeof QuietHours>;

const SOUND = "must be none, soft, bright or knock";
const sound = z
  .enum(["none", "soft", "bright", "knock"], SOUND)
  .describe("The sound of a new message in an open dashboard.");
const repeatSound = z.boolean("must be true or false").describe("Repeats the sound until the message is read.");

/** The caller's notification settings. */
export const NotificationSettingsJson = z
  .strictObject({
    quietHours: QuietHours.nullable().describe(
      "When the caller isn't notified. Afterwards they get one summary of what's still unread.",
    ),
    sound,
    repeatSound,
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettingsJson = z.infer<typeof NotificationSettingsJson>;
export const NotificationSettingsResponse = z.strictObject({ notifications: NotificationSettingsJson });
export const UpdateNotificationSettingsBody = z.object({
  quietHours: QuietHours.nullable().exactOptional(),
  sound: sound.exactOptional(),
  repeatSound: repeatSound.exactOptional(),
});
export type UpdateNotificationSettingsBody = z.infer<typeof UpdateNotificationSettingsBody>;

const MINUTES_MAX = 240;
const MINUTES = `must be a whole number from 1 to ${MINUTES_MAX}, or null`;

const minutes = z
  .int(MINUTES)
  .min(1, MINUTES)
  .max(MINUTES_MAX, MINUTES)
  .nullable()
  .describe("After how long backup channels are used, and after twice as long everyone is notified again. Null: never.")
  .meta({ examples: [5] });

/** What happens to a site's conversations that no one reads. */
export const EscalationJson = z.strictObject({ minutes }).meta({ id: "Escalation" });
export type EscalationJson = z.infer<typeof EscalationJson>;
export const UpdateEscalationBody = z.object({ minutes });
export const EscalationResponse = z.strictObject({ escalation: EscalationJson });
