import { endpoint, route } from "#lib/http/route.ts";
import { sendTestMessage } from "#lib/messages/commands.ts";
import { toMessageJson } from "#lib/messages/json.ts";
import { MessageAnswer, TestMessageBody } from "#lib/messages/schema.ts";
import { SiteParams } from "#lib/sites/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    params: SiteParams,
    body: TestMessageBody,
    answer: MessageAnswer,
    status: 201,
    run: async ({ scope, params, body }) => ({
      message: toMessageJson(await sendTestMessage(scope, params.siteId, body.message)),
    }),
  }),
});
