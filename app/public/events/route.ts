import { liveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { VisitorEvents } from "#lib/live/live-updates/schema.ts";
import { eventStream } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: eventStream({
      caller: "visitor",
      summary: "Follow a visitor's conversations live",
      description:
        "A stream of server-sent events that carries changes only. After `ready`, after `resync` and when a `seq` is skipped, fetch what you missed.",
      errors: ["not_found"],
      events: VisitorEvents,
      admit: () => liveUpdates().admit(),
      open: (scope, clientAddress) => liveUpdates().openVisitorStream(scope, clientAddress),
    }),
  },
  { cors: "any-origin" },
);
