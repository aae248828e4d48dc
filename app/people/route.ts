import { toPeopleJson } from "#lib/desk/people/json.ts";
import { listPeople } from "#lib/desk/people/queries.ts";
import { ListPeopleQuery, PeopleResponse } from "#lib/desk/people/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List people",
    description:
      "Everyone who wrote, merged visitors once, without tests and those who only sent spam. Follow `nextCursor` as long as there is one: a page may be shorter than `limit` with more to come.",
    query: ListPeopleQuery,
    response: PeopleResponse,
    handler: async ({ scope, query }) => toPeopleJson(await listPeople(scope, query)),
  }),
});
