import { hub } from "#lib/events/hub.ts";
import { eventStream, route } from "#lib/http/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: eventStream({
      caller: "visitor",
      open: (scope, clientAddress) => hub().openVisitorStream(scope, clientAddress),
    }),
  },
  { cors: "any-origin" },
);
