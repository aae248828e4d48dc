import { SiteParams } from "#lib/sites/sites/schema.ts";
import { updateEscalation } from "#lib/team/notification-settings/commands.ts";
import { getEscalation } from "#lib/team/notification-settings/queries.ts";
import { EscalationResponse, UpdateEscalationBody } from "#lib/team/notification-settings/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the escalation of a site",
    description: "After how many minutes an unread conversation goes to backup channels.",
    params: SiteParams,
    response: EscalationResponse,
    handler: async ({ scope, params }) => ({ escalation: await getEscalation(scope, params.siteId) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Change the escalation of a site",
    description:
      "After `minutes` unread, a conversation goes to its people's backup channels, and after twice as long to everyone again, through everything. It stops at the first read or reply. Null turns it off.",
    params: SiteParams,
    body: UpdateEscalationBody,
    response: EscalationResponse,
    handler: async ({ scope, params, body }) => ({ escalation: await updateEscalation(scope, params.siteId, body) }),
  }),
});
