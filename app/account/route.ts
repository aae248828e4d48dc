import { clearSessionCookie } from "#lib/auth/session-cookie.ts";
import { endpoint, route } from "#lib/http/route.ts";
import { closeAccount, updateAccount } from "#lib/owners/commands.ts";
import { toUserJson } from "#lib/owners/json.ts";
import { getAccount } from "#lib/owners/queries.ts";
import { AccountAnswer, CloseAccountBody, UpdateAccountBody } from "#lib/owners/schema.ts";

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
  DELETE: endpoint({
    caller: "owner",
    body: CloseAccountBody,
    run: async ({ scope, body, request, answerHeaders }) => {
      await closeAccount(scope, body.currentPassword);
      clearSessionCookie(request, answerHeaders);
    },
  }),
});
