import { addPasskey } from "#lib/people/passkeys/commands.ts";
import { toPasskeyJson } from "#lib/people/passkeys/json.ts";
import { listPasskeys } from "#lib/people/passkeys/queries.ts";
import { relyingParty } from "#lib/people/passkeys/relying-party.ts";
import { AddPasskeyBody, PasskeyListResponse, PasskeyResponse } from "#lib/people/passkeys/schema.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "List the passkeys",
    description: "The account's passkeys, newest first, and the host that new ones work on.",
    response: PasskeyListResponse,
    handler: async ({ scope }) => {
      const party = relyingParty();
      return { passkeys: (await listPasskeys(scope)).map(toPasskeyJson), ...(party && { host: party.host }) };
    },
  }),
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Add a passkey",
    description:
      "Accepts what the browser created for the challenge of `POST /account/passkeys/options`. The person gets an email.",
    errors: ["not_accepted", "link_gone", "conflict"],
    body: AddPasskeyBody,
    response: PasskeyResponse,
    status: 201,
    handler: async ({ scope, body, request }) => {
      const device = describeDevice(request.headers.get("user-agent"));
      return { passkey: toPasskeyJson(await addPasskey(scope, body, device)) };
    },
  }),
});
