import { deleteWords, putWords } from "#lib/sites/words/commands.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { PutWordsBody, WordsParams, WordsResponse } from "#lib/sites/words/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Set a site’s texts in a language",
    description: "Texts that are left out stay as they are. With null, visitors get the site's own.",
    params: WordsParams,
    body: PutWordsBody,
    response: WordsResponse,
    handler: async ({ scope, params, body }) => {
      await putWords(scope, params, body);
      return { words: toWordsJson(await listWords(scope, params.siteId)) };
    },
  }),
  DELETE: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Remove a site’s texts in a language",
    description: "Visitors get the site's own texts then.",
    params: WordsParams,
    handler: ({ scope, params }) => deleteWords(scope, params),
  }),
});
