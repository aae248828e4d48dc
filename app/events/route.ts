import { hub } from "#lib/events/hub.ts";
import { OwnerEvents } from "#lib/events/schema.ts";
import { eventStream, route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: eventStream({
    caller: "owner",
    summary: "Follow the inbox live",
    description:
      "A stream of server-sent events, of changes only: after `ready`, after `resync` and when a `seq` is skipped, fetch what you miss.",
    events: OwnerEvents,
    open: (scope) => hub().openOwnerStream(scope),
  }),
});
