import { deleteMessage } from "#lib/desk/deleted-messages/commands.ts";
import { isOthersMessage } from "#lib/desk/deleted-messages/queries.ts";
import { MessageParams } from "#lib/desk/messages/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: {
      least: "agent",
      more: [
        {
          when: "you didn't send it",
          role: "admin",
          if: ({ scope, params }) => isOthersMessage(scope, params),
        },
      ],
    },
    summary: "Delete a message",
    description:
      "For both sides: its text, its files and the email that it came by are gone, and emails that haven't been sent leave it out. What was sent before can't be taken back. The message keeps its `seq` and has `deleted`, with which the team sees who deleted it. Deleting it again changes nothing. This can't be undone.",
    params: MessageParams,
    handler: ({ scope, params }) => deleteMessage(scope, params),
  }),
});
