import { liveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { OwnerEvents } from "#lib/live/live-updates/schema.ts";
import { eventStream } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: eventStream({
    caller: "owner",
    summary: "Follow the inbox live",
    description:
      "A stream of server-sent events that carries changes only. After `ready`, after `resync` and when a `seq` is skipped, fetch what you missed.",
    events: OwnerEvents,
    admit: () => liveUpdates().admit(),
    open: (scope) => liveUpdates().openOwnerStream(scope),
  }),
});
