import { receiveUpload } from "#lib/files/files/receive-upload.ts";
import { UploadResponse } from "#lib/files/files/schema.ts";
import { upload } from "#routes/endpoint.ts";
import { UPLOAD_ERRORS, visitorFileLimits } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: upload({
      caller: "visitor",
      summary: "Upload a visitor's file",
      description:
        "The body is the file itself, of any media type: the service recognizes it by its content. Name its `id` in `files` of a message within an hour, or it's deleted. It works before the visitor's first message. Metadata about place and device is removed from pictures and videos.",
      errors: UPLOAD_ERRORS,
      response: UploadResponse,
      status: 201,
      limits: visitorFileLimits,
      handler: async ({ scope, file, clientAddress }) => ({
        file: await receiveUpload(scope, { siteId: scope.siteId, clientAddress }, file),
      }),
    }),
  },
  { cors: "any-origin" },
);
