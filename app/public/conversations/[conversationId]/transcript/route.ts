import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { requestTranscript } from "#lib/desk/transcripts/mail-transcript.system.ts";
import { SentTranscript, TranscriptQuery } from "#lib/desk/transcripts/schema.ts";
import { writeTranscript } from "#lib/desk/transcripts/write-transcript.ts";
import { Download } from "#platform/http/download.ts";
import { download, endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

const MEDIA_TYPE = "text/plain; charset=utf-8";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: download({
      caller: "visitor",
      summary: "Download a visitor's conversation",
      description:
        "As a text file, with the names that visitors see, files by name, and how to reply. It has nothing that the widget doesn't show.",
      params: ConversationParams,
      query: TranscriptQuery,
      mediaTypes: [MEDIA_TYPE],
      limits: ({ scope }) => [{ rule: "exports", key: scope.visitorId }],
      handler: async ({ scope, params, query }) =>
        new Download(
          { fileName: "conversation.txt", mediaType: MEDIA_TYPE },
          await writeTranscript(scope, params.conversationId, query),
        ),
    }),
    POST: endpoint({
      caller: "visitor",
      summary: "Email a visitor their conversation",
      description:
        "To the visitor's own address, in their language. Until they have used a link that was emailed there, or their site vouches for it as their id, a confirmation without any text of the conversation is emailed instead. Twice per conversation and day. Without an address or a mail server, that's `conflict`.",
      errors: ["conflict"],
      params: ConversationParams,
      status: 202,
      response: SentTranscript,
      handler: ({ scope, params }) => requestTranscript(scope, params.conversationId),
    }),
  },
  { cors: "any-origin" },
);
