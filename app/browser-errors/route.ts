import { logBrowserError } from "#lib/base/browser-errors/log-browser-error.ts";
import { BrowserErrorBody } from "#lib/base/browser-errors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Report that a page failed in the browser",
    description:
      "The dashboard's pages send this when they fail. The service logs one line, a few times a minute at most; the response is the same either way.",
    body: BrowserErrorBody,
    handler: async ({ body, clientAddress }) => logBrowserError(body, clientAddress),
  }),
});
