import { removeLogo, setLogo } from "#lib/files/pictures/commands.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { getSite } from "#lib/sites/sites/queries.ts";
import { SiteParams, SiteResponse } from "#lib/sites/sites/schema.ts";
import { endpoint, upload } from "#routes/endpoint.ts";
import { memberFileLimits, PICTURE_ERRORS } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: upload({
    caller: "owner",
    role: "admin",
    summary: "Set a site's logo",
    description:
      "The body is a JPEG, PNG, WebP, GIF or AVIF picture of at most 5 MiB and 40 million pixels. Only its middle square is stored, as a WebP at most 256 pixels wide. Visitors see it in the chat.",
    errors: PICTURE_ERRORS,
    params: SiteParams,
    isUnnamed: true,
    response: SiteResponse,
    limits: memberFileLimits,
    handler: async ({ scope, params: { siteId }, file }) => {
      await setLogo(scope, siteId, file);
      return { site: toSiteJson(scope, await getSite(scope, siteId)) };
    },
  }),
  DELETE: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Remove a site's logo",
    description: "The chat shows the site's letter or icon again. Browsers may keep the logo for a week.",
    params: SiteParams,
    handler: ({ scope, params }) => removeLogo(scope, params.siteId),
  }),
});
