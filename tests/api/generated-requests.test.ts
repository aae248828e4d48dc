import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { BlockedAddressResponse } from "#lib/files/blocking/schema.ts";
import type { JsonSchema, Parameter } from "#routes/document/openapi.ts";
import { currentApiDocument } from "../../server/documents/api-document.ts";
import { ask, type Call, readProblem, refuse, send } from "../support/api-client.ts";
import { type Described, operationsOf, SchemaChecks } from "../support/api-document.ts";
import { newApiKey, newConversation, newEmail, PASSWORD } from "../support/factories.ts";
import { claimsOf } from "../support/forged-token.ts";
import { doubtfulValues } from "../support/generated-values.ts";
import { storedRows } from "../support/stored-rows.ts";

/*
 * Requests that are made from the document alone: its examples, and values on the wrong side of each rule that it states. What
 * the responses look like is checked with each request (tests/support/documented-responses.ts).
 */

const document = await currentApiDocument();
const operations = operationsOf(document).filter(({ operation }) => !operation["x-events"]);
const checks = new SchemaChecks(document, { strictly: false });
const nameOf = ({ method, path }: Described) => `${method} ${path}`;

/** An owner to send requests for, with one of everything that a path can name. */
async function newWorld() {
  const { owner, site, visitor, id } = await newConversation();
  const call = { token: owner.token, body: { address: "203.0.113.7" } };
  const { address } = await ask(BlockedAddressResponse, 201, "POST", `/sites/${site.id}/blocking/addresses`, call);
  const { key } = await newApiKey(owner);
  const ids: Record<string, string> = {
    siteId: site.id,
    conversationId: id,
    visitorId: visitor.visitorId,
    addressId: address.id,
    keyId: key.id,
    sessionId: String(claimsOf(owner.token).sid),
    language: "de",
    externalId: "customer-1",
    picture: `${"0".repeat(64)}.webp`,
  };
  // What an example cannot know.
  const known: Record<string, unknown> = { siteKey: site.publicKey, currentPassword: PASSWORD, password: PASSWORD };
  const { workspaces } = await storedRows(owner);
  return { owner, visitor, ids, known, workspaceId: String(workspaces[0]?.id) };
}

type World = Awaited<ReturnType<typeof newWorld>>;

const pathIn = (world: World, path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => world.ids[name] ?? randomUUID());

function tokenFor({ owner, visitor }: World, { operation }: Described): { token?: string } {
  const [scheme] = operation.security.flatMap((one) => Object.keys(one));
  if (scheme === undefined) return {};
  return { token: scheme === "widgetToken" ? visitor.token : owner.token };
}

const bodyOf = ({ operation }: Described) => operation.requestBody?.content["application/json"];

function exampleBody(world: World, described: Described): Record<string, unknown> | undefined {
  const example = bodyOf(described)?.example as Record<string, unknown> | undefined;
  if (!example) return undefined;
  const filled = Object.entries(example).map(([name, value]) => [name, world.known[name] ?? value]);
  const email = described.path === "/auth/login" ? world.owner.email : newEmail();
  return { ...Object.fromEntries(filled), ...("email" in example && { email }) };
}

const queryIn = (parameters: Parameter[]) =>
  new URLSearchParams(parameters.map(({ name, example }) => [name, String(example)])).toString();

/** Where an example alone cannot succeed: links come by mail, and the service under test sends none and has no bot and no login provider. */
const OTHERWISE: Record<string, Parameters<typeof readProblem>[1]> = {
  "GET /status": "not_permitted",
  "GET /status/mail": "not_permitted",
  "POST /status/mail/test": "not_permitted",
  "GET /status/mail/{receivedId}/original": "not_permitted",
  "POST /status/mail/{receivedId}/retry": "not_permitted",
  "POST /auth/confirm-email": "link_gone",
  "POST /auth/reset-password": "link_gone",
  "POST /public/continue": "link_gone",
  "PUT /public/conversations/{conversationId}/rating": "rating_closed",
  "PUT /public/conversations/{conversationId}/answers": "invalid_request",
  "POST /public/conversations/{conversationId}/transcript": "conflict",
  "POST /sites/{siteId}/card/secret": "not_found",
  "POST /sites/{siteId}/card/test": "not_found",
  "PUT /public/rating": "link_gone",
  "POST /public/rating/preview": "link_gone",
  "POST /public/transcript": "link_gone",
  "POST /mail/replies": "link_gone",
  "POST /mail/replies/preview": "link_gone",
  "POST /files": "invalid_request",
  "POST /public/files": "invalid_request",
  "GET /conversations/{conversationId}/messages/{messageId}/original": "not_found",
  "DELETE /conversations/{conversationId}/messages/{messageId}": "not_found",
  "DELETE /public/conversations/{conversationId}/messages/{messageId}": "not_found",
  "POST /people/{visitorId}/merge": "not_found",
  "POST /people/{visitorId}/unmerge": "conflict",
  "POST /inbound/mail": "conflict",
  "GET /pictures/{picture}": "not_found",
  "PUT /sites/{siteId}/logo": "invalid_request",
  "PUT /account/photo": "invalid_request",
  "POST /invitations/preview": "link_gone",
  "POST /account/invitations": "link_gone",
  "POST /auth/accept-invitation": "link_gone",
  "POST /workspace/ownership-offer/accept": "link_gone",
  "POST /workspace/ownership-offer": "not_found",
  "DELETE /workspace": "invalid_request",
  "DELETE /workspace/ownership-offer": "not_found",
  "POST /auth/forgot-password": "not_accepted",
  "POST /account/confirmation": "not_accepted",
  "POST /account/telegram/code": "not_accepted",
  "POST /auth/login/second-factor": "link_gone",
  "POST /auth/oidc/start": "not_accepted",
  "GET /account/oidc": "not_accepted",
  "POST /account/oidc": "not_accepted",
  "DELETE /account/oidc": "not_accepted",
  "POST /account/oidc/confirm": "not_accepted",
  "POST /auth/login/passkey": "invalid_credentials",
  "POST /account/passkeys": "invalid_request",
  "DELETE /account/second-factor": "conflict",
  "POST /account/second-factor/confirm": "conflict",
  "POST /account/second-factor/recovery-codes": "conflict",
};

/** Parameters that work only with a value from an earlier response, or not together with the others. */
const NOT_ALONE = new Set(["cursor", "before", "order"]);

for (const described of operations) {
  test(`${nameOf(described)}: the document's example works, and an unknown field is ignored`, async () => {
    const world = await newWorld();
    const { method, path, operation } = described;
    const body = exampleBody(world, described);
    const parameters = operation.parameters ?? [];
    const query = queryIn(parameters.filter((one) => one.in === "query" && !NOT_ALONE.has(one.name)));
    const headers = parameters
      .filter((one) => one.in === "header")
      .map(({ name, example }) => [name, name === "Workspace-Id" ? world.workspaceId : String(example)]);
    const call: Call = {
      ...tokenFor(world, described),
      ...(body && { body: { ...body, unexpected: { nested: [1] } } }),
      headers: Object.fromEntries(headers),
    };
    const response = await send(method, `${pathIn(world, path)}?${query}&unexpected=1`, call);
    const isKnown = [...path.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => name in world.ids);
    const otherwise = OTHERWISE[nameOf(described)] ?? (isKnown ? undefined : "not_found");
    if (otherwise !== undefined) readProblem(response, otherwise);
    else expect([200, 201, 202, 204, 303], response.text).toContain(response.status);
  });
}

/** Bodies that break one rule of their schema each, with the field that is at fault. */
function brokenBodies(schema: JsonSchema, right: Record<string, unknown>): { field: string; body: object }[] {
  const fields = Object.entries(schema.properties ?? {});
  const changed = fields.flatMap(([field, rule]) =>
    doubtfulValues(rule).map((value) => ({ field, body: { ...right, [field]: value } })),
  );
  const missing = (schema.required ?? []).map((field) => {
    const { [field]: _, ...body } = right;
    return { field, body };
  });
  return [...changed, ...missing].filter(({ body }) => checks.faults(schema, body).length > 0);
}

for (const described of operations.filter((one) => bodyOf(one))) {
  test(`${nameOf(described)}: a body that breaks any documented rule is rejected for that field, and changes nothing`, {
    tag: "@all",
  }, async () => {
    const world = await newWorld();
    const before = await storedRows(world.owner);
    const { schema = {} } = bodyOf(described) ?? {};
    const broken = brokenBodies(schema, exampleBody(world, described) ?? {});
    expect(broken.length).toBeGreaterThan(0);
    for (const { field, body } of broken) {
      const call: Call = { ...tokenFor(world, described), body };
      const { errors = [] } = await refuse("invalid_request", described.method, pathIn(world, described.path), call);
      const named = errors.map(({ path }) => path.split(".")[0]);
      // Each expect costs as much as a request, and these are thousands.
      if (!named.includes(field)) expect(named, JSON.stringify(body)).toContain(field);
    }
    expect(await storedRows(world.owner)).toEqual(before);
  });
}

test("a parameter that breaks any documented rule is rejected by name, on every route that takes it", {
  tag: "@all",
}, async () => {
  let world = await newWorld();
  let asked = 0;
  for (const [at, described] of operations.entries()) {
    // One caller may not send all of them.
    if (at % 50 === 49) world = await newWorld();
    const { method, path, operation } = described;
    const body = exampleBody(world, described);
    for (const parameter of operation.parameters ?? []) {
      const values = [...doubtfulValues(parameter.schema), "a b"].map(String);
      const wrong = values.filter((value) => value !== "" && !value.includes("\0") && isRefused(parameter, value));
      for (const value of new Set(wrong)) {
        const isHeader = parameter.in === "header";
        if (isHeader && !/^[\x20-\x7e]*$/.test(value)) continue;
        const named = parameter.in === "path" ? path.replace(`{${parameter.name}}`, encodeURIComponent(value)) : path;
        const query = parameter.in === "query" ? `?${parameter.name}=${encodeURIComponent(value)}` : "";
        const call: Call = {
          ...tokenFor(world, described),
          ...(body && { body }),
          headers: { ...(isHeader && { [parameter.name]: value }) },
        };
        const { errors = [] } = await refuse("invalid_request", method, pathIn(world, named) + query, call);
        const faulty = errors.map((error) => error.path);
        if (!faulty.includes(parameter.name)) expect(faulty, `${nameOf(described)} ${value}`).toContain(parameter.name);
        asked += 1;
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
});

// A parameter is text; "7" is a number to a rule that asks for one.
function isRefused({ schema }: Parameter, text: string): boolean {
  const isNumber = schema.type === "integer" || schema.type === "number";
  return checks.faults(schema, isNumber && text.trim() !== "" ? Number(text) : text).length > 0;
}
