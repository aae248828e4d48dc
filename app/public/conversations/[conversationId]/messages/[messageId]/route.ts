import { takeBackMessage } from "#lib/desk/deleted-messages/commands.ts";
import { MessageParams } from "#lib/desk/messages/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    DELETE: endpoint({
      caller: "visitor",
      summary: "Take a message back",
      description:
        "One of the visitor's own, as long as no one of the team has read it: then it's `already_read`. Its text and files are gone for both sides. Notifications that were sent before can't be taken back. Taking it back again changes nothing.",
      errors: ["already_read"],
      params: MessageParams,
      handler: ({ scope, params }) => takeBackMessage(scope, params),
    }),
  },
  { cors: "any-origin" },
);
