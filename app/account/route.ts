import { endpoint, route } from "#lib/http/route.ts";
import { updateAccount } from "#lib/owners/commands.ts";
import { toUserJson } from "#lib/owners/json.ts";
import { getAccount } from "#lib/owners/queries.ts";
import { AccountAnswer, UpdateAccountBody } from "#lib/owners/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    answer: AccountAnswer,
    run: async ({ scope }) => ({ user: toUserJson(await getAccount(scope)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    body: UpdateAccountBody,
    answer: AccountAnswer,
    run: async ({ scope, body }) => ({ user: toUserJson(await updateAccount(scope, body)) }),
  }),
});
