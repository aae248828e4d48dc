import { admitFileReader } from "#gate/file-reader.ts";
import { FileParams, FileQuery } from "#lib/files/files/schema.ts";
import { download } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";
import { filesHostOf, serveFile } from "#routes/stored-file.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "anyone",
    access: "read",
    summary: "Open a file",
    description:
      "Members with access to its site use their session or API key, with `workspaceId` in the query unless it's the default workspace. Visitors use the signed link in their messages. Pictures, audio and video are shown inline, anything else is a download. Range requests work. With `FILES_URL`, members are redirected there.",
    errors: [
      "unauthenticated",
      "token_expired",
      "insufficient_scope",
      "second_factor_setup_required",
      "oidc_required",
      "link_gone",
      "file_missing",
      "range_not_satisfiable",
    ],
    params: FileParams,
    query: FileQuery,
    mediaTypes: ["application/octet-stream", "image/*", "audio/*", "video/*"],
    ranges: true,
    handler: async ({ params: { fileId }, query, request, clientAddress }) => {
      const { file, member } = await admitFileReader(request, { fileId, query, clientAddress });
      return filesHostOf(file, member, query.size) ?? serveFile(request, file, { size: query.size, clientAddress });
    },
  }),
});
