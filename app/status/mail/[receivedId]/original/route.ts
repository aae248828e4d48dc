import { openReceived } from "#lib/notify/mail-status/commands.ts";
import { ReceivedMailParams } from "#lib/notify/mail-status/schema.ts";
import { Download } from "#platform/http/download.ts";
import { download } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

const MEDIA_TYPE = "message/rfc822";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "person",
    access: "session",
    summary: "Download a received email that became no message",
    description:
      "For the service's operators: as it came, with all its headers. What became a message is only for its team. Each download is logged. It may have files that no scanner has seen.",
    errors: ["not_permitted", "not_found", "link_gone"],
    params: ReceivedMailParams,
    mediaTypes: [MEDIA_TYPE],
    handler: async ({ scope, params }) =>
      new Download({ fileName: "email.eml", mediaType: MEDIA_TYPE }, await openReceived(scope, params.receivedId)),
  }),
});
