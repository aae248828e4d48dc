import { toReportJson } from "#lib/desk/reports/json.ts";
import { getReport } from "#lib/desk/reports/queries.ts";
import { ReportQuery, ReportResponse } from "#lib/desk/reports/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get the numbers of a site's week",
    description:
      "About the conversations that began in a week, from Monday to Monday on the clock of the site's hours, as they are now. Automatic texts, notes, spam and the test visitor don't count. `GET /conversations` lists what a number counts: with `siteId`, `counted`, and the week's `from` and `until`. A reply is timed within the site's hours, so one from outside them takes no time.",
    params: SiteParams,
    query: ReportQuery,
    response: ReportResponse,
    handler: async ({ scope, params, query }) => ({
      report: toReportJson(await getReport(scope, params.siteId, query)),
    }),
  }),
});
