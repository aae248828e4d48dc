import { updateSiteMail } from "#lib/notify/mail/commands.ts";
import { getSiteMail } from "#lib/notify/mail/queries.ts";
import { SiteMailResponse, UpdateSiteMailBody } from "#lib/notify/mail/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the email settings of a site",
    description:
      "Whether you get alerts about this site, and whether its visitors get replies they haven't seen by email.",
    params: SiteParams,
    response: SiteMailResponse,
    handler: async ({ scope, params }) => ({ mail: await getSiteMail(scope, params.siteId) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [{ when: "`visitorAnswers` is given", role: "admin", if: ({ body }) => body.visitorAnswers !== undefined }],
    },
    summary: "Change the email settings of a site",
    description:
      "`alerts` is for you alone. `visitorAnswers` is for all visitors of the site who left an address. Fields that you leave out stay as they are.",
    params: SiteParams,
    body: UpdateSiteMailBody,
    response: SiteMailResponse,
    handler: async ({ scope, params, body }) => ({ mail: await updateSiteMail(scope, params.siteId, body) }),
  }),
});
