import { continueChat } from "#gate/continue-chat.ts";
import { ContinueChatBody, ContinueChatResponse } from "#lib/visitors/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "anyone",
      summary: "Go on with a chat by a link",
      description:
        "The token is what stands after the # in the link of a mail to a visitor. It works once, within 7 days. With the visitorToken a session is opened as by a browser that was there before.",
      errors: ["link_gone"],
      body: ContinueChatBody,
      response: ContinueChatResponse,
      limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
      handler: ({ body }) => continueChat(body.token),
    }),
  },
  { cors: "any-origin" },
);
