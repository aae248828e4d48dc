import { countFiles } from "#lib/files/files/queries.ts";
import { FileUseResponse } from "#lib/files/files/schema.ts";
import { env } from "#platform/env.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get how much space a workspace's files take",
    description: "Every upload counts, even if several have the same content, which is stored once.",
    response: FileUseResponse,
    handler: async ({ scope }) => ({ files: { ...(await countFiles(scope)), quota: env().FILES_QUOTA } }),
  }),
});
