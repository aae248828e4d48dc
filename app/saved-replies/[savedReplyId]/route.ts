import { deleteSavedReply, updateSavedReply } from "#lib/desk/saved-replies/commands.ts";
import { toSavedReplyJson } from "#lib/desk/saved-replies/json.ts";
import { isShared } from "#lib/desk/saved-replies/queries.ts";
import { SavedReplyParams, SavedReplyResponse, UpdateSavedReplyBody } from "#lib/desk/saved-replies/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [
        {
          when: "it's shared, or will be",
          role: "admin",
          if: async ({ scope, params, body }) =>
            body.personal === false || (await isShared(scope, params.savedReplyId)),
        },
      ],
    },
    summary: "Change a saved reply",
    description: "`personal` makes a shared one your own, or shares it. A name that's taken there is a `conflict`.",
    errors: ["conflict"],
    params: SavedReplyParams,
    body: UpdateSavedReplyBody,
    response: SavedReplyResponse,
    handler: async ({ scope, params, body }) => ({
      savedReply: toSavedReplyJson(await updateSavedReply(scope, params.savedReplyId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "it's shared", role: "admin", if: ({ scope, params }) => isShared(scope, params.savedReplyId) }],
    },
    summary: "Delete a saved reply",
    description: "Messages that were sent with it stay as they are.",
    params: SavedReplyParams,
    handler: ({ scope, params }) => deleteSavedReply(scope, params.savedReplyId),
  }),
});
