import { toChecklistJson } from "#lib/people/owners/json.ts";
import { getChecklist } from "#lib/people/owners/queries.ts";
import { ChecklistResponse } from "#lib/people/owners/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the first steps",
    description:
      "How far the account has come: its first site, the script on a page, the first message, a confirmed address.",
    response: ChecklistResponse,
    handler: async ({ scope }) => ({ checklist: toChecklistJson(await getChecklist(scope)) }),
  }),
});
