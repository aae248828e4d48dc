import { clearSessionCookie } from "#gate/session-cookie.ts";
import { closeAccount, updateAccount } from "#lib/people/owners/commands.ts";
import { toAccountJson } from "#lib/people/owners/json.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { AccountResponse, CloseAccountBody, UpdateAccountBody } from "#lib/people/owners/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    summary: "Get the account",
    description: "The account that the token or API key belongs to.",
    response: AccountResponse,
    handler: async ({ scope }) => ({ user: toAccountJson(await getAccount(scope)) }),
  }),
  PATCH: endpoint({
    caller: "person",
    access: "session",
    summary: "Change name, email address or preferences",
    description: "A new email address requires the password.",
    errors: ["invalid_credentials", "email_taken"],
    body: UpdateAccountBody,
    response: AccountResponse,
    handler: async ({ scope, body }) => ({ user: toAccountJson(await updateAccount(scope, body)) }),
  }),
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Delete the account",
    description:
      "Erases every workspace that's yours alone, with its sites, conversations, messages and visitors, and leaves the others. This can't be undone.",
    errors: ["invalid_credentials", "last_owner"],
    body: CloseAccountBody,
    handler: async ({ scope, body, request, responseHeaders }) => {
      await closeAccount(scope, body.currentPassword);
      clearSessionCookie(request, responseHeaders);
    },
  }),
});
