import { receiveUpload } from "#lib/files/files/receive-upload.ts";
import { UploadQuery, UploadResponse } from "#lib/files/files/schema.ts";
import { upload } from "#routes/endpoint.ts";
import { memberFileLimits, UPLOAD_ERRORS } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: upload({
    caller: "owner",
    summary: "Upload a file for a reply",
    description:
      "The body is the file itself, of any media type: the service recognizes it by its content. Name its `id` in `files` of a reply on this site within an hour, or it's deleted. Metadata about place and device is removed from pictures and videos.",
    errors: UPLOAD_ERRORS,
    query: UploadQuery,
    response: UploadResponse,
    status: 201,
    limits: memberFileLimits,
    handler: async ({ scope, query, file, clientAddress }) => ({
      file: await receiveUpload(scope, { siteId: query.siteId, clientAddress }, file),
    }),
  }),
});
