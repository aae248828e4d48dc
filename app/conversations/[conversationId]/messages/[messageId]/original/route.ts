import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { isVisitorsEmail, openOriginal } from "#lib/notify/mail-in/commands.ts";
import { Download } from "#platform/http/download.ts";
import { uuid } from "#platform/uuid.ts";
import { download } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

const MEDIA_TYPE = "message/rfc822";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "a visitor sent it", role: "admin", if: ({ scope, params }) => isVisitorsEmail(scope, params) }],
    },
    summary: "Download the email that a message came by",
    description:
      "As it came, with all its headers, until `originalUntil` of the message's `mail`. A teammate's email is found by them alone. Each download is logged. It may have files that the site doesn't accept and that no scanner has seen.",
    errors: ["link_gone"],
    params: ConversationParams.extend({ messageId: uuid }),
    mediaTypes: [MEDIA_TYPE],
    handler: async ({ scope, params }) =>
      new Download({ fileName: "email.eml", mediaType: MEDIA_TYPE }, await openOriginal(scope, params)),
  }),
});
