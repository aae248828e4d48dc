import { continueChat } from "#gate/continue-chat.ts";
import { ContinueChatBody, ContinueChatResponse } from "#lib/desk/visitors/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "anyone",
      summary: "Continue a chat with a link",
      description:
        "The token is the part after the # of a link in an email to a visitor. It works once, within 7 days. Open a widget session with the returned visitorToken, as a returning browser does.",
      errors: ["link_gone"],
      body: ContinueChatBody,
      response: ContinueChatResponse,
      limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
      handler: ({ body }) => continueChat(body.token),
    }),
  },
  { cors: "any-origin" },
);
