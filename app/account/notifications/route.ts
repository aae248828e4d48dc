import { updateNotificationSettings } from "#lib/team/notification-settings/commands.ts";
import { toNotificationSettingsJson } from "#lib/team/notification-settings/json.ts";
import { getNotificationSettings } from "#lib/team/notification-settings/queries.ts";
import {
  NotificationSettingsResponse,
  UpdateNotificationSettingsBody,
} from "#lib/team/notification-settings/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    summary: "Get your notification settings",
    description: "When you aren't notified, and the sound of a new message in an open dashboard.",
    response: NotificationSettingsResponse,
    handler: async ({ scope }) => ({ notifications: toNotificationSettingsJson(await getNotificationSettings(scope)) }),
  }),
  PATCH: endpoint({
    caller: "person",
    access: "session",
    summary: "Change your notification settings",
    description:
      "Quiet hours are yours, on all sites, in the time zone you name. Null turns them off. What isn't named stays.",
    body: UpdateNotificationSettingsBody,
    response: NotificationSettingsResponse,
    handler: async ({ scope, body }) => ({
      notifications: toNotificationSettingsJson(await updateNotificationSettings(scope, body)),
    }),
  }),
});
