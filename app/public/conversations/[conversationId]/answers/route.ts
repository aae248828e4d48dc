import { answerQuestions } from "#lib/desk/answers/commands.ts";
import { AnswersBody } from "#lib/desk/answers/schema.ts";
import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    PUT: endpoint({
      caller: "visitor",
      summary: "Answer the site’s questions",
      description:
        "Stores what the visitor answers to questions of kind `text`. The first answer to a question is kept, so that repeating it changes nothing. Names, emails and phone numbers go to `PATCH /public/visitor`.",
      params: ConversationParams,
      body: AnswersBody,
      handler: ({ scope, params, body }) => answerQuestions(scope, params.conversationId, body),
    }),
  },
  { cors: "any-origin" },
);
