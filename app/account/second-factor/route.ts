import { startSecondFactor, turnOffSecondFactor } from "#lib/people/second-factor/commands.ts";
import { toSecondFactorJson } from "#lib/people/second-factor/json.ts";
import { getSecondFactor, listRequiringWorkspaces } from "#lib/people/second-factor/queries.ts";
import {
  ProofBody,
  SecondFactorResponse,
  SecondFactorSetupResponse,
  StartSecondFactorBody,
} from "#lib/people/second-factor/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "Get the state of two-factor login",
    description: "`requiredBy` lists the account's workspaces that require it.",
    response: SecondFactorResponse,
    handler: async ({ scope }) => {
      const [state, requiredBy] = await Promise.all([getSecondFactor(scope), listRequiringWorkspaces(scope)]);
      return { secondFactor: toSecondFactorJson(state, requiredBy) };
    },
  }),
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Begin to set up two-factor login",
    description:
      "Returns a new secret for an authenticator app. Nothing changes until a code is confirmed. If it's on already, the code is `conflict`.",
    errors: ["invalid_credentials", "conflict"],
    body: StartSecondFactorBody,
    response: SecondFactorSetupResponse,
    status: 201,
    handler: ({ scope, body }) => startSecondFactor(scope, body.currentPassword),
  }),
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Turn two-factor login off",
    description: "If one of the account's workspaces requires it now, the code is `conflict`.",
    errors: ["invalid_credentials", "conflict"],
    body: ProofBody,
    handler: ({ scope, body }) => turnOffSecondFactor(scope, body),
  }),
});
