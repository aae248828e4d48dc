import { recordPresence } from "#lib/mail/commands.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Say that somebody is looking",
    description: "For 90 seconds no mail tells of messages: whoever looks sees them.",
    handler: ({ scope }) => recordPresence(scope),
  }),
});
