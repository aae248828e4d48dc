import { toActivityJson } from "#lib/base/activity/json.ts";
import { listActivity } from "#lib/base/activity/queries.ts";
import { ActivityListResponse, ListActivityQuery } from "#lib/base/activity/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "List the activity",
    description:
      "Who did what, newest first: ids, states and the names that people had then, never a text. A member with chosen sites sees what concerns those. Kept for the workspace's `activityDays`.",
    query: ListActivityQuery,
    response: ActivityListResponse,
    handler: async ({ scope, query }) => {
      const { rows, nextCursor } = await listActivity(scope, query);
      return { activity: rows.map(toActivityJson), ...(nextCursor !== null && { nextCursor }) };
    },
  }),
});
