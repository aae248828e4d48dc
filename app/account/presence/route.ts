import { recordPresence } from "#lib/notify/mail/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Report that the dashboard is in view",
    description: "For 90 seconds no email alerts are sent, because the owner sees the messages.",
    handler: ({ scope }) => recordPresence(scope),
  }),
});
