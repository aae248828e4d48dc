import { createTelegramCode } from "#lib/notify/telegram/commands.ts";
import { TelegramCodeResponse } from "#lib/notify/telegram/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Create a code for Telegram",
    description:
      "Send it to the service's bot in a private chat within ten minutes: that chat gets your alerts, and replies from there are yours. It works once, and your earlier codes expire. Without a bot, the error is `not_accepted`.",
    errors: ["not_accepted"],
    response: TelegramCodeResponse,
    status: 201,
    limits: ({ scope }) => [{ rule: "test", key: `telegram/${scope.userId}` }],
    handler: async ({ scope }) => {
      const { expiresAt, ...code } = await createTelegramCode(scope);
      return { ...code, expiresAt: expiresAt.toISOString() };
    },
  }),
});
