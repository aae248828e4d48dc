import { IdempotencyHeader } from "#platform/http/idempotency.ts";
import { type DeclaredEndpoint, type DeclaredStream, mayRefuse, requiredAccess } from "../endpoint.ts";
import { errorCodes } from "./error-codes.ts";
import type { Examples } from "./example.ts";
import type { JsonSchema, Operation, Parameter, ResponseObject } from "./openapi.ts";
import { headerReferences, type ProblemResponses } from "./problem-responses.ts";
import type { SchemaBook } from "./schema-book.ts";
import { tagOf } from "./tags.ts";

type Declared = DeclaredEndpoint | DeclaredStream;
export type Book = { schemas: SchemaBook; problems: ProblemResponses };

function securityOf(method: string, declared: Declared): Operation["security"] {
  if (declared.caller === "visitor") return [{ widgetToken: [] }];
  if (declared.caller === "anyone" && declared.access === null) return [];
  const needed = requiredAccess(method, declared);
  return [
    ...(declared.caller === "anyone" ? [{}] : []),
    { userToken: [] },
    ...(needed === "session" ? [] : [{ apiKey: [needed] }]),
    { sessionCookie: [] },
  ];
}

// A sentence about who may call a method of a workspace, if not everyone in it.
function rolesOf(declared: Declared): string {
  if (!("role" in declared) || !mayRefuse(declared.role)) return "";
  const { least, more, allSites } = declared.role;
  const sites = allSites ? " with all sites" : "";
  const always = least === "agent" && !allSites ? [] : [`the role \`${least}\`${sites}`];
  const some = more.map(({ role, when }) => `the role \`${role}\` if ${when}`);
  return ` It requires ${[...always, ...some].join(", and ")}.`;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns an operation's id, such as "getSitesBySiteId". It stays the same as long as its method and path do. */
export function operationId(method: string, path: string): string {
  const words = path
    .split("/")
    .flatMap((segment) => (segment.startsWith("{") ? ["By", segment.slice(1, -1)] : segment.split(/[-.]/)));
  return method.toLowerCase() + words.map(capitalised).join("");
}

// Path and query parameters are strings, but the parsed type has more: "1" to 100.
function parametersOf(place: "path" | "query", taken: JsonSchema, read: JsonSchema): Parameter[] {
  return Object.entries(read.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || (taken.required ?? []).includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

const IDEMPOTENCY: Omit<Parameter, "schema"> = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A unique key for this message. Repeating the request with the same key stores nothing more, so it's safe to retry.",
};

const WORKSPACE: Parameter = {
  name: "Workspace-Id",
  in: "header",
  required: false,
  description:
    "The workspace, for people who are in several. Without it, it's the API key's, or the one they've been in the longest.",
  schema: { type: "string", format: "uuid" },
};

const FILE_NAME: Parameter = {
  name: "File-Name",
  in: "header",
  required: true,
  description: "The file's name, in UTF-8 and percent-encoded, as `encodeURIComponent()` returns it.",
  schema: { type: "string" },
};
const FILE: JsonSchema = {
  type: "string",
  format: "binary",
  description: "The file itself. Its Content-Type isn't trusted.",
};

// The other responses with a stored file.
function partsOf(declared: Declared, whole: ResponseObject): Record<string, ResponseObject> {
  if ("open" in declared || !declared.ranges) return {};
  const headers = headerReferences(["X-Request-Id"]);
  return {
    206: { ...whole, description: "The requested range." },
    304: { description: "It hasn't changed since the version in If-None-Match.", headers },
    307: {
      description: "It's on another host: see Location.",
      headers: { ...headers, ...headerReferences(["Location"]) },
    },
  };
}

function idempotencyParameter({ schemas }: Book): Parameter {
  const { properties = {} } = schemas.describe(IdempotencyHeader, "input");
  const [{ pattern = "" } = {}] = properties[IDEMPOTENCY.name]?.anyOf ?? [];
  return { ...IDEMPOTENCY, schema: { type: "string", pattern } };
}

function successOf(declared: Declared, { schemas }: Book): [status: number, ResponseObject] {
  const headers = headerReferences(["X-Request-Id"]);
  if ("open" in declared) {
    const schema = { type: "string", description: "Server-sent events. See x-events for the data of each." };
    return [
      200,
      {
        description: "The stream, until either side closes it.",
        headers,
        content: { "text/event-stream": { schema } },
      },
    ];
  }
  const { mediaTypes, response, status, idempotent } = declared;
  if (mediaTypes.length > 0) {
    const content = mediaTypes.map((type) => [type.split(";")[0], { schema: { description: "The file." } }]);
    const named = { ...headers, ...headerReferences(["Content-Disposition"]) };
    return [200, { description: "The file.", headers: named, content: Object.fromEntries(content) }];
  }
  if (status === 303) {
    const located = { ...headers, ...headerReferences(["Location"]) };
    return [status, { description: "Redirects to the page in Location.", headers: located }];
  }
  if (!response) return [204, { description: "Done.", headers }];
  const all = idempotent ? { ...headers, ...headerReferences(["Idempotent-Replayed"]) } : headers;
  const schema = schemas.describe(response, "output");
  return [status, { description: DONE[status] ?? "Done.", headers: all, content: { "application/json": { schema } } }];
}

const DONE: { [status: number]: string } = { 201: "Created.", 202: "Accepted." };

/** Describes one operation from its declaration. */
export function describeOperation(method: string, path: string, declared: Declared, book: Book): Operation {
  const { schemas, problems } = book;
  const isStream = "open" in declared;
  const takesFile = !isStream && declared.takesFile;
  const params = isStream ? {} : schemas.describe(declared.params, "output");
  const query = isStream ? {} : schemas.describe(declared.query, "output");
  const taken = isStream ? {} : schemas.describe(declared.query, "input");
  const parameters = [
    ...parametersOf("path", params, params),
    ...parametersOf("query", taken, query),
    ...(declared.caller === "owner" ? [{ ...WORKSPACE }] : []),
    ...(!isStream && declared.idempotent ? [idempotencyParameter(book)] : []),
    ...(takesFile && declared.takesFileName ? [{ ...FILE_NAME }] : []),
  ];
  const body = isStream || !declared.body ? undefined : schemas.describe(declared.body, "input");
  const [status, success] = successOf(declared, book);
  return {
    operationId: operationId(method, path),
    tags: [tagOf(path)],
    summary: declared.summary,
    description: declared.description + rolesOf(declared),
    security: securityOf(method, declared),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    ...(takesFile && { requestBody: { required: true, content: { "*/*": { schema: FILE } } } }),
    responses: {
      [status]: success,
      ...partsOf(declared, success),
      ...problems.refer(errorCodes({ method, declared, params, query })),
    },
    ...(isStream && {
      "x-events": Object.fromEntries(
        Object.entries(declared.events).map(([name, data]) => [name, schemas.describe(data, "output")]),
      ),
    }),
  };
}

const FIXED_EXAMPLES: Record<string, string> = {
  [IDEMPOTENCY.name]: "order-4711-question-1",
  [FILE_NAME.name]: "photo%20of%20the%20box.jpg",
};

/** Adds an example to every body and parameter of an operation. All named schemas have to be known by then. */
export function addExamples({ parameters = [], requestBody, responses }: Operation, examples: Examples): void {
  for (const parameter of parameters) {
    const { name, schema } = parameter;
    parameter.example = FIXED_EXAMPLES[name] ?? examples.of(schema, { field: name, within: "" });
  }
  const bodies = [requestBody, ...Object.values(responses)].flatMap((one) =>
    one && "content" in one ? [one.content] : [],
  );
  for (const content of bodies) {
    const json = content?.["application/json"];
    if (json?.schema.type !== undefined) json.example = examples.of(json.schema);
  }
}
