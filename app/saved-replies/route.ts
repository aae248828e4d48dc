import { createSavedReply } from "#lib/desk/saved-replies/commands.ts";
import { toSavedReplyJson } from "#lib/desk/saved-replies/json.ts";
import { listSavedReplies } from "#lib/desk/saved-replies/queries.ts";
import { CreateSavedReplyBody, SavedReplyListResponse, SavedReplyResponse } from "#lib/desk/saved-replies/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the saved replies",
    description: "The workspace's shared ones and your own, by name.",
    response: SavedReplyListResponse,
    handler: async ({ scope }) => ({ savedReplies: (await listSavedReplies(scope)).map(toSavedReplyJson) }),
  }),
  POST: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "it's shared", role: "admin", if: ({ body }) => !body.personal }],
    },
    summary: "Create a saved reply",
    description:
      "A workspace may have 500 shared saved replies, and each account 200 of its own. One more is a `conflict`, as is a name that's taken.",
    errors: ["conflict"],
    body: CreateSavedReplyBody,
    response: SavedReplyResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ savedReply: toSavedReplyJson(await createSavedReply(scope, body)) }),
  }),
});
