import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { recordVisit } from "#lib/widget/visits/commands.ts";
import { VisitBody } from "#lib/widget/visits/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "visitor",
      summary: "Report the visitor's page",
      description:
        "Stores the page, the language and the time zone with the conversation, and the browser and system of the User-Agent without their versions. Stores nothing unless the site's `visitorDetails` is on.",
      params: ConversationParams,
      body: VisitBody,
      handler: ({ scope, params, body, request }) =>
        recordVisit(scope, {
          conversationId: params.conversationId,
          body,
          userAgent: request.headers.get("user-agent"),
        }),
    }),
  },
  { cors: "any-origin" },
);
