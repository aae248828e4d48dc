import { deleteHours, putHours } from "#lib/sites/hours/commands.ts";
import { toHoursJson } from "#lib/sites/hours/json.ts";
import { getHours } from "#lib/sites/hours/queries.ts";
import { HoursResponse, PutHoursBody, PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the hours of a site",
    description:
      "When someone is there to reply, and whether the site is open now. Without hours, nothing is said about it.",
    params: SiteParams,
    response: HoursResponse,
    handler: async ({ scope, params }) => {
      const hours = await getHours(scope, params.siteId);
      return hours ? { hours: toHoursJson(hours) } : {};
    },
  }),
  PUT: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Set the hours of a site",
    description:
      "Replaces them. Times are on the zone's clock, and follow its changes: a time that's skipped means the moment of the change, and one that occurs twice the first for an opening and the last for a closing. A day of `exceptions` has only its own hours, and ends those of the night before at midnight. Hours never silence a notification.",
    params: SiteParams,
    body: PutHoursBody,
    response: PutHoursResponse,
    handler: async ({ scope, params, body }) => ({ hours: toHoursJson(await putHours(scope, params.siteId, body)) }),
  }),
  DELETE: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Remove the hours of a site",
    description: "From then on, nothing is said about when someone is there.",
    params: SiteParams,
    handler: ({ scope, params }) => deleteHours(scope, params.siteId),
  }),
});
