import { randomUUIDv7 } from "node:crypto";
import { z } from "zod";
import { ownerOfRequest } from "#gate/owner-gate.ts";
import { visitorOfRequest } from "#gate/visitor-gate.ts";
import type { Access, OwnerScope, VisitorScope } from "#lib/access/scopes.ts";
import { refuseUnknownVisitor } from "#lib/visitors/refuse-unknown.ts";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { allowAnyOrigin, apiHeaders, setPreflightHeaders } from "#platform/http/api-headers.ts";
import { Download } from "#platform/http/download.ts";
import { IdempotencyHeader, idempotencyHeader } from "#platform/http/idempotency.ts";
import { readJsonObject } from "#platform/http/json-body.ts";
import { METHODS, type Method } from "#platform/http/methods.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { Redirect } from "#platform/http/redirect.ts";
import { parseInput, queryObject } from "#platform/http/request-input.ts";
import { type HttpResponse, toResponse } from "#platform/http/response.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";
import type { EventStream } from "#platform/live/event-stream.ts";
import { log } from "#platform/log.ts";
import { callerAddress, mayRunRoutes } from "#platform/request-context.ts";
import { registerRoute } from "./declared-routes.ts";
import { countRequest } from "./request-limits.ts";

const PART_OF_A_ROUTE = /^(?:[a-z-]{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

type Scopes = { anyone: null; owner: OwnerScope; visitor: VisitorScope };
type Caller = keyof Scopes;

const ENTER: {
  [C in Caller]: (request: Request, needed: Access, clientAddress: string | null) => Scopes[C] | Promise<Scopes[C]>;
} = {
  anyone: () => null,
  owner: ownerOfRequest,
  visitor: visitorOfRequest,
};

type Input<C extends Caller, P, Q, B, I> = {
  scope: Scopes[C];
  params: P;
  query: Q;
  body: B;
  /** The Idempotency-Key of the request, or null. */
  idempotencyKey: I extends true ? string | null : undefined;
  request: Request;
  /** The address of the caller (see clientIp), or null if it's unknown. */
  clientAddress: string | null;
  /** Headers to add to the response. */
  responseHeaders: Headers;
};

/** What the API document (routes/document) says about a method. */
type EndpointDoc = {
  /** What it does, in a few words that start with a verb. */
  summary: string;
  /** What else callers need to know, in whole sentences. */
  description: string;
  /** The access an API key needs. By default `read` for GET and `write` otherwise. */
  access?: Access;
  /** Error codes besides those that follow from the declaration (see document/error-codes.ts). */
  errors?: ErrorCode[];
};

/** One method of a route as a declaration: who calls, what comes in, what goes out, and what is done. */
type Endpoint<
  C extends Caller,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
  I extends boolean,
> = EndpointDoc & {
  caller: C;
  params?: P;
  query?: Q;
  body?: B;
  /** The schema of the response body. Without one, the response is a 204. */
  response?: A;
  /** The status of success, if it isn't 200. */
  status?: 201;
  /** Accepts an Idempotency-Key. */
  idempotent?: I;
  /** The limits of a request besides those of its caller (see request-limits.ts). */
  limits?(input: Input<C, z.output<P>, z.output<Q>, z.output<B>, I>): Hit[];
  handler(input: Input<C, z.output<P>, z.output<Q>, z.output<B>, I>): Promise<z.output<A>>;
};

/** A method that responds with a stream of server-sent events (contract.md section 7). */
type EventStreamEndpoint<C extends Caller> = EndpointDoc & {
  caller: C;
  /** The schema of each event's data, by name. */
  events: Record<string, z.ZodType>;
  /** Called before anything else. Throws if there's no time for another stream; the returned function ends the opening. */
  admit(): () => void;
  open(scope: Scopes[C], clientAddress: string | null): Promise<EventStream>;
};

/** A method that responds with a file, which is generated while it's sent. */
type DownloadEndpoint<C extends Caller, P extends z.ZodType, Q extends z.ZodType> = Omit<
  Endpoint<C, P, Q, typeof NOTHING, z.ZodVoid, false>,
  "body" | "response" | "status" | "idempotent" | "handler"
> & {
  /** The media types it may have. */
  mediaTypes: string[];
  handler(input: Input<C, z.output<P>, z.output<Q>, z.output<typeof NOTHING>, false>): Promise<Download>;
};

/** A method that redirects to another URL. */
type RedirectEndpoint<C extends Caller, P extends z.ZodType> = Omit<
  Endpoint<C, P, typeof NOTHING, typeof NOTHING, z.ZodVoid, false>,
  "query" | "body" | "response" | "status" | "idempotent" | "handler"
> & {
  handler(input: Input<C, z.output<P>, z.output<typeof NOTHING>, z.output<typeof NOTHING>, false>): Promise<Redirect>;
};

/** An endpoint whose types were checked at its declaration. */
type Declared = Required<Omit<EndpointDoc, "access">> & {
  access: Access | null;
};

export type DeclaredEndpoint = Declared & {
  caller: Caller;
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType | null;
  response: z.ZodType | null;
  status: number;
  idempotent: boolean;
  /** Empty unless it's a file. */
  mediaTypes: string[];
  limits: (input: Input<Caller, unknown, unknown, unknown, boolean>) => Hit[];
  handler(input: Input<Caller, unknown, unknown, unknown, boolean>): Promise<unknown>;
};

export type DeclaredStream = Declared & {
  caller: Caller;
  events: Record<string, z.ZodType>;
  admit(): () => void;
  open(scope: Scopes[Caller], clientAddress: string | null): Promise<EventStream>;
};

const NOTHING = z.object({});
const noFurther = (): Hit[] => [];

const docOf = ({ summary, description, access, errors = [] }: EndpointDoc): Declared => ({
  summary,
  description,
  access: access ?? null,
  errors,
});

/** Returns the access an API key needs to call a method. */
export const requiredAccess = (method: string, { access }: Pick<Declared, "access">): Access =>
  access ?? (method === "GET" || method === "HEAD" ? "read" : "write");

export function endpoint<
  C extends Caller,
  P extends z.ZodType = typeof NOTHING,
  Q extends z.ZodType = typeof NOTHING,
  B extends z.ZodType = typeof NOTHING,
  A extends z.ZodType = z.ZodVoid,
  I extends boolean = false,
>(declared: Endpoint<C, P, Q, B, A, I>): DeclaredEndpoint {
  return {
    ...docOf(declared),
    caller: declared.caller,
    params: declared.params ?? NOTHING,
    query: declared.query ?? NOTHING,
    body: declared.body ?? null,
    response: declared.response ?? null,
    status: declared.response ? (declared.status ?? 200) : 204,
    idempotent: declared.idempotent ?? false,
    mediaTypes: [],
    // The schemas above guarantee the declared input.
    limits: (declared.limits ?? noFurther) as DeclaredEndpoint["limits"],
    handler: declared.handler as DeclaredEndpoint["handler"],
  };
}

export function download<C extends Caller, P extends z.ZodType = typeof NOTHING, Q extends z.ZodType = typeof NOTHING>(
  declared: DownloadEndpoint<C, P, Q>,
): DeclaredEndpoint {
  // No schema describes a file.
  const { mediaTypes, ...rest } = declared;
  return { ...endpoint<C, P, Q>({ ...rest, handler: declared.handler as unknown as () => Promise<void> }), mediaTypes };
}

/** A method that redirects a browser to a page. */
export function redirect<C extends Caller, P extends z.ZodType = typeof NOTHING>(
  declared: RedirectEndpoint<C, P>,
): DeclaredEndpoint {
  return {
    ...endpoint<C, P>({ ...declared, handler: declared.handler as unknown as () => Promise<void> }),
    status: 303,
  };
}

export function eventStream<C extends Caller>(declared: EventStreamEndpoint<C>): DeclaredStream {
  // This caller's gate has created the scope.
  const { caller, events, admit, open } = declared;
  return { ...docOf(declared), caller, events, admit, open: open as DeclaredStream["open"] };
}

export type Endpoints = { [M in Exclude<Method, "HEAD" | "OPTIONS">]?: DeclaredEndpoint | DeclaredStream };

/** Next passes undefined params to a route without parameters. The other fields come from our own server. */
type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
  clientAddress?: string | null;
  /** Sends the response directly, in place of the Response that this returns. */
  send?: (response: HttpResponse) => Response;
};
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

function allowedMethods(endpoints: Endpoints): string {
  const declared = METHODS.filter((method) => method in endpoints || (method === "HEAD" && "GET" in endpoints));
  return [...declared, "OPTIONS"].join(", ");
}

async function enter(declared: DeclaredEndpoint | DeclaredStream, request: Request, clientAddress: string | null) {
  const scope = await ENTER[declared.caller](request, requiredAccess(request.method, declared), clientAddress);
  countRequest(scope, clientAddress);
  return scope;
}

// The checks of contract.md section 2, in its order. The method has been checked.
async function runEndpoint(declared: DeclaredEndpoint, request: Request, context: RouteContext, headers: Headers) {
  const { clientAddress = callerAddress() } = context;
  const scope = await enter(declared, request, clientAddress);
  const body = declared.body ? await readJsonObject(request) : {};
  const { idempotency, ...parsed } = parseInput({
    params: [declared.params, (await context.params) ?? {}],
    query: [declared.query, queryObject(request.url)],
    idempotency: [IdempotencyHeader, declared.idempotent ? idempotencyHeader(request.headers) : {}],
    body: [declared.body ?? NOTHING, body],
  });
  const idempotencyKey = idempotency["Idempotency-Key"];
  const input = { scope, ...parsed, idempotencyKey, request, clientAddress, responseHeaders: headers };
  const counted = countHits(declared.limits(input));
  // HEAD responds as GET would, limits included, but uses nothing up.
  if (request.method === "HEAD") counted.takeBack();
  return declared.handler(input).catch((error: unknown) => explainFailure(scope, error));
}

// A visitor who finds nothing may have been erased, with or without the account, or be blocked.
async function explainFailure(scope: Scopes[Caller], error: unknown): Promise<never> {
  const isNotFound = error instanceof AppError && error.code === "not_found";
  if (isNotFound && scope !== null && "visitorId" in scope) await refuseUnknownVisitor(scope);
  throw error;
}

async function openStream(
  declared: DeclaredStream,
  request: Request,
  { clientAddress = callerAddress() }: RouteContext,
  headers: Headers,
): Promise<HttpResponse> {
  const leave = declared.admit();
  try {
    const scope = await enter(declared, request, clientAddress);
    headers.set("Content-Type", "text/event-stream; charset=utf-8");
    // No proxy may cache, buffer or compress it. Compression buffers too.
    headers.set("Cache-Control", "no-store, no-transform");
    headers.set("X-Accel-Buffering", "no");
    if (request.method === "HEAD") return { status: 200, headers, body: null };
    return { status: 200, headers, body: await declared.open(scope, clientAddress) };
  } finally {
    leave();
  }
}

async function respond(
  endpoints: Endpoints,
  request: Request,
  context: RouteContext,
  headers: Headers,
): Promise<HttpResponse> {
  // A path that Next reads differently than our server must not lead past the server's checks.
  if (!context.send && !mayRunRoutes()) throw new AppError("not_found");
  const allow = allowedMethods(endpoints);
  if (request.method === "OPTIONS") {
    headers.set("Allow", allow);
    return { status: 204, headers, body: null };
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const declared = Object.hasOwn(endpoints, method) ? endpoints[method as keyof Endpoints] : undefined;
  if (!declared) throw new AppError("method_not_allowed", { allow });
  if ("open" in declared) return openStream(declared, request, context, headers);
  const result = await runEndpoint(declared, request, context, headers);
  if (result instanceof Download) {
    result.describe(headers);
    if (request.method === "HEAD") result.discard();
    return { status: 200, headers, body: request.method === "HEAD" ? null : result };
  }
  if (result instanceof Redirect) {
    headers.set("Location", result.url);
    return { status: declared.status, headers, body: null };
  }
  if (!declared.response) return { status: 204, headers, body: null };
  headers.set("Content-Type", "application/json");
  return { status: declared.status, headers, body: request.method === "HEAD" ? null : JSON.stringify(result) };
}

type Options = { cors?: "any-origin" };

/**
 * Builds the handlers that a route file exports from its declarations. Every response, errors included, carries its
 * request id and is never cached, and every request leaves one log line.
 */
export function route(endpoints: Endpoints, { cors }: Options = {}): Record<Method, RouteHandler> {
  const handle: RouteHandler = async (request, context) => {
    const started = performance.now();
    const requestId = randomUUIDv7();
    const headers = apiHeaders(requestId);
    const made = await respond(endpoints, request, context, headers).catch((error: unknown) =>
      problemResponse(error, requestId),
    );
    if (cors) allowAnyOrigin(made.headers);
    if (cors && request.method === "OPTIONS") setPreflightHeaders(made.headers, allowedMethods(endpoints));
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log().info({ requestId, method: request.method, path: loggedPath(request.url), status: made.status, ms });
    return (context.send ?? toResponse)(made);
  };
  registerRoute(handle, endpoints);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

/** Returns a path for the log. Callers can put anything in place of an id, even a token or an email address. */
const loggedPath = (url: string): string =>
  new URL(url).pathname
    .split("/")
    .map((segment) => (PART_OF_A_ROUTE.test(segment) ? segment : "*"))
    .join("/");
