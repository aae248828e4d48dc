import { SiteParams } from "#lib/sites/sites/schema.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { WordsResponse } from "#lib/sites/words/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get a site’s texts by language",
    description: "What visitors get in the languages of the widget, as far as it isn't the site's own text.",
    params: SiteParams,
    response: WordsResponse,
    handler: async ({ scope, params }) => ({ words: toWordsJson(await listWords(scope, params.siteId)) }),
  }),
});
