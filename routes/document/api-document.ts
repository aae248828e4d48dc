import { z } from "zod";
import { MessageJson } from "#lib/desk/messages/schema.ts";
import { NoteJson } from "#lib/desk/notes/schema.ts";
import { Challenge } from "#platform/challenge.ts";
import { dateTime } from "#platform/timestamp.ts";
import type { Endpoints } from "../endpoint.ts";
import { Examples } from "./example.ts";
import { HEADERS, SECURITY_SCHEMES } from "./fixed-parts.ts";
import { introduction } from "./introduction.ts";
import type { ApiDocument, Operation } from "./openapi.ts";
import { addExamples, describeOperation } from "./operation.ts";
import { ProblemResponses } from "./problem-responses.ts";
import { SchemaBook } from "./schema-book.ts";
import { tagList, tagOf } from "./tags.ts";

export type DescribedRoute = { segments: string[]; endpoints: Endpoints };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const pathOf = (segments: string[]) => `/${segments.join("/")}`.replaceAll(/\[(\w+)\]/g, "{$1}");

const order = tagList().map(({ name }) => name);

/** Builds the OpenAPI document of these routes. It doesn't depend on their order. */
export function describeApi(routes: DescribedRoute[], version: string): ApiDocument {
  const book = { schemas: new SchemaBook(), problems: new ProblemResponses() };
  const problem = book.schemas.describe(Problem, "output");
  const paths = routes
    .map(({ segments, endpoints }) => ({ path: pathOf(segments), endpoints }))
    .toSorted((a, b) => order.indexOf(tagOf(a.path)) - order.indexOf(tagOf(b.path)) || (a.path < b.path ? -1 : 1))
    .map(({ path, endpoints }): [string, Record<string, Operation>] => [path, operationsOf(path, endpoints, book)]);
  const schemas = { Problem: problem, ...book.schemas.named };
  const examples = new Examples(schemas);
  for (const [, operations] of paths) for (const one of Object.values(operations)) addExamples(one, examples);
  return {
    openapi: "3.1.1",
    info: {
      title: "Site Inbox",
      version,
      summary: "A self-hosted chat inbox for websites.",
      description: introduction(),
      // The service is self-hosted, so only its operator can help.
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that this document comes from" }],
    tags: tagList(),
    paths: Object.fromEntries(paths),
    components: { schemas, responses: book.problems.named, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function operationsOf(path: string, endpoints: Endpoints, book: Parameters<typeof describeOperation>[3]) {
  const operations = METHODS.flatMap((method): [string, Operation][] => {
    const declared = endpoints[method];
    return declared ? [[method.toLowerCase(), describeOperation(method, path, declared, book)]] : [];
  });
  return Object.fromEntries(operations);
}

/** The body of an error response (RFC 9457). */
const Problem = z.object({
  type: z.string().describe("`urn:site-inbox:problem:` and the code."),
  title: z.string(),
  status: z.int().describe("The status of the response."),
  detail: z.string().describe("A sentence for people. It never contains an id or any input."),
  code: z.string().describe("Stable: programs can rely on it."),
  requestId: z.uuid().describe("As in X-Request-Id."),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .exactOptional()
    .describe(
      "With `invalid_request`: one entry for each invalid field. With `file_not_found` and `file_used`: one for each such file, such as `files.1`. With `invalid_credentials`: `code`, if the code was refused and not the password.",
    ),
  conversationId: z.uuid().exactOptional().describe("With `open_conversation_exists`: the open conversation."),
  challenge: Challenge.exactOptional().describe("With `proof_required`: the challenge to solve."),
  secondFactor: z
    .object({ challenge: z.string(), expiresAt: dateTime })
    .exactOptional()
    .describe("With `second_factor_required`: what `POST /auth/login/second-factor` takes, with a code."),
  maxSize: z.int().exactOptional().describe("With `payload_too_large`, for a file: the most bytes it can have."),
  workspaces: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .exactOptional()
    .describe("With `last_owner`, if an account is being deleted: the workspaces that would be without an owner."),
  assignee: z
    .object({ id: z.uuid(), name: z.string().exactOptional() })
    .nullable()
    .exactOptional()
    .describe("With `already_assigned`: who has the conversation, or null."),
  newer: z
    .object({ messages: z.array(MessageJson), notes: z.array(NoteJson), lastSeq: z.int(), lastNote: z.int() })
    .exactOptional()
    .describe("With `stale_reply`: what colleagues wrote after `seenSeq` and `seenNote`, at most 20 of each."),
});
