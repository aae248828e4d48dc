import { ownerOfRequest, personOfRequest } from "#gate/owner-gate.ts";
import { visitorOfRequest } from "#gate/visitor-gate.ts";
import { canSee } from "#lib/base/access/queries.ts";
import { type Access, type OwnerScope, outranks } from "#lib/base/access/scopes.ts";
import { refuseUnknownVisitor } from "#lib/desk/visitors/refuse-unknown.ts";
import { AppError } from "#platform/errors.ts";
import { FileNameHeader, fileBody, fileNameHeader } from "#platform/http/file-body.ts";
import { IdempotencyHeader, idempotencyHeader } from "#platform/http/idempotency.ts";
import { readJsonObject } from "#platform/http/json-body.ts";
import { parseInput, queryObject } from "#platform/http/request-input.ts";
import type { HttpResponse, ResponseHeaders } from "#platform/http/response.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { callerAddress } from "#platform/request-context.ts";
import {
  type Caller,
  type DeclaredEndpoint,
  type DeclaredStream,
  NOTHING,
  requiredAccess,
  type Scopes,
} from "./endpoint.ts";
import { countRequest } from "./request-limits.ts";

/** Next passes undefined params to a route without parameters. The other fields come from our own server. */
export type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
  clientAddress?: string | null;
  /** Sends the response directly, in place of the Response that this returns. */
  send?: (response: HttpResponse) => Response;
  /** Reads the request's body as it arrives, for a route that takes a file. */
  readBody?: () => AsyncIterable<Uint8Array>;
};
const ENTER: {
  [C in Caller]: (request: Request, needed: Access, clientAddress: string | null) => Scopes[C] | Promise<Scopes[C]>;
} = {
  anyone: () => null,
  person: personOfRequest,
  owner: ownerOfRequest,
  visitor: visitorOfRequest,
};

async function enter(declared: DeclaredEndpoint | DeclaredStream, request: Request, clientAddress: string | null) {
  const scope = await ENTER[declared.caller](request, requiredAccess(request.method, declared), clientAddress);
  countRequest(scope, clientAddress);
  return scope;
}

/**
 * Runs the checks of contract.md section 2, in its order, and then the handler. The method has been checked. Returns
 * what the handler returns.
 */
export async function runEndpoint(
  declared: DeclaredEndpoint,
  request: Request,
  context: RouteContext,
  headers: ResponseHeaders,
): Promise<unknown> {
  const { clientAddress = callerAddress() } = context;
  const scope = await enter(declared, request, clientAddress);
  const body = declared.body ? await readJsonObject(request) : {};
  const { idempotency, fileName, ...parsed } = parseInput({
    params: [declared.params, (await context.params) ?? {}],
    query: [declared.query, queryObject(request.url)],
    idempotency: [IdempotencyHeader, declared.idempotent ? idempotencyHeader(request.headers) : {}],
    body: [declared.body ?? NOTHING, body],
    fileName: [declared.takesFileName ? FileNameHeader : NOTHING, fileNameHeader(request.headers)],
  });
  const idempotencyKey = idempotency["Idempotency-Key"];
  const name = "File-Name" in fileName ? fileName["File-Name"] : "";
  const file = declared.takesFile ? fileBody(request, { name, read: context.readBody }) : undefined;
  const input = { scope, ...parsed, idempotencyKey, file, request, clientAddress, responseHeaders: headers };
  // This caller's gate has created the scope.
  if (declared.caller === "owner") await requireRole(declared, input as OwnerInput);
  const counted = countHits(declared.limits(input));
  // HEAD responds as GET would, limits included, but uses nothing up.
  if (request.method === "HEAD") counted.takeBack();
  return declared.handler(input).catch((error: unknown) => explainFailure(scope, error));
}

type OwnerInput = Parameters<DeclaredEndpoint["handler"]>[0] & { scope: OwnerScope };

// Only a refusal looks up what the path names. It comes before the route's limits, so it uses none of them up.
async function requireRole(declared: DeclaredEndpoint, input: OwnerInput): Promise<void> {
  if (await isPermitted(declared, input)) return;
  for (const [name, id] of Object.entries(input.params as Record<string, unknown>)) {
    if (!(await canSee(input.scope, name, String(id)))) throw new AppError("not_found");
  }
  throw new AppError("not_permitted");
}

async function isPermitted({ role }: DeclaredEndpoint, input: OwnerInput): Promise<boolean> {
  const { scope } = input;
  if (!outranks(scope.role, role.least) || (role.allSites && scope.siteIds !== null)) return false;
  for (const higher of role.more) {
    if (!outranks(scope.role, higher.role) && (await higher.if(input))) return false;
  }
  return true;
}

// A visitor who finds nothing may have been erased, with or without the account, or be blocked.
async function explainFailure(scope: Scopes[Caller], error: unknown): Promise<never> {
  const isNotFound = error instanceof AppError && error.code === "not_found";
  if (isNotFound && scope !== null && "visitorId" in scope) await refuseUnknownVisitor(scope);
  throw error;
}

/** Opens a stream of server-sent events for a caller. */
export async function openStream(
  declared: DeclaredStream,
  request: Request,
  { clientAddress = callerAddress() }: RouteContext,
  headers: ResponseHeaders,
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
