import { z } from "zod";
import type { Access, OwnerScope, PersonScope, Role, VisitorScope } from "#lib/base/access/scopes.ts";
import type { ErrorCode } from "#platform/errors.ts";
import type { Download } from "#platform/http/download.ts";
import type { FileBody } from "#platform/http/file-body.ts";
import type { Method } from "#platform/http/methods.ts";
import type { Redirect } from "#platform/http/redirect.ts";
import type { ResponseHeaders } from "#platform/http/response.ts";
import type { LimitHit } from "#platform/limits/rules.ts";
import type { EventStream } from "#platform/live/event-stream.ts";

/** `person` is one who is logged in, `owner` one in a workspace. */
export type Scopes = { anyone: null; person: PersonScope; owner: OwnerScope; visitor: VisitorScope };
export type Caller = keyof Scopes;

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
  responseHeaders: ResponseHeaders;
};

/** What needs a higher role than the method itself. `when` completes "if …" in docs/roles.md. */
type HigherRole<I> = { when: string; role: Role; if(input: I): boolean | Promise<boolean> };

/** The least role that a method needs, on the sites the caller has. */
type RoleRule<I> = {
  least: Role;
  more?: HigherRole<I>[];
  /** It's about all sites, so members with chosen ones can't do it. */
  allSites?: true;
};

/** What the API document (routes/document) says about a method. */
type EndpointDoc = {
  /** What it does, in a few words that start with a verb. */
  summary: string;
  /** What else callers need to know, in whole sentences. */
  description: string;
  /** The access an API key needs. By default `read` for GET and `write` otherwise. Open to anyone: if one is sent. */
  access?: Access;
  /** Error codes that the declaration doesn't imply (see document/error-codes.ts). */
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
  status?: 201 | 202;
  /** Accepts an Idempotency-Key. */
  idempotent?: I;
  /** Who may do it in a workspace. By default everyone, on the sites they have. */
  role?: Role | RoleRule<Input<C, z.output<P>, z.output<Q>, z.output<B>, I>>;
  /** The limits of a request besides those of its caller (see request-limits.ts). */
  limits?(input: Input<C, z.output<P>, z.output<Q>, z.output<B>, I>): LimitHit[];
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
  /** Whether it's stored, so that a part of it can be requested, and it may be on another host. */
  ranges?: true;
  handler(input: Input<C, z.output<P>, z.output<Q>, z.output<typeof NOTHING>, false>): Promise<Download | Redirect>;
};

/** A method whose body is a file, of any media type. It's read while the handler runs. */
type UploadEndpoint<C extends Caller, P extends z.ZodType, Q extends z.ZodType, A extends z.ZodType> = Omit<
  Endpoint<C, P, Q, typeof NOTHING, A, false>,
  "body" | "idempotent" | "handler"
> & {
  /** Set if the file's name isn't stored, so `File-Name` isn't needed. */
  isUnnamed?: true;
  handler(
    input: Input<C, z.output<P>, z.output<Q>, z.output<typeof NOTHING>, false> & { file: FileBody },
  ): Promise<z.output<A>>;
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

type AnyInput = Input<Caller, unknown, unknown, unknown, boolean> & { file?: FileBody | undefined };

/** An endpoint's rule about roles, with its defaults. */
export type DeclaredRole = { least: Role; more: HigherRole<AnyInput>[]; allSites: boolean };

export type DeclaredEndpoint = Declared & {
  caller: Caller;
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType | null;
  response: z.ZodType | null;
  status: number;
  idempotent: boolean;
  /** Whether its body is a file, and the header `File-Name` has to name it. */
  takesFile: boolean;
  takesFileName: boolean;
  /** Empty unless it's a file. */
  mediaTypes: string[];
  ranges: boolean;
  role: DeclaredRole;
  limits: (input: AnyInput) => LimitHit[];
  handler(input: AnyInput): Promise<unknown>;
};

export type DeclaredStream = Declared & {
  caller: Caller;
  events: Record<string, z.ZodType>;
  admit(): () => void;
  open(scope: Scopes[Caller], clientAddress: string | null): Promise<EventStream>;
};

/** The input of a route that takes none. */
export const NOTHING = z.object({});
const noFurther = (): LimitHit[] => [];

const docOf = ({ summary, description, access, errors = [] }: EndpointDoc): Declared => ({
  summary,
  description,
  access: access ?? null,
  errors,
});

/** Returns the access an API key needs to call a method. */
export const requiredAccess = (method: string, { access }: Pick<Declared, "access">): Access =>
  access ?? (method === "GET" || method === "HEAD" ? "read" : "write");

function roleOf<I>(role: Role | RoleRule<I> = "agent"): DeclaredRole {
  const { least, more = [], allSites = false } = typeof role === "string" ? { least: role } : role;
  return { least, more: more as DeclaredRole["more"], allSites };
}

/** Whether some member of a workspace isn't permitted to call a method. */
export const mayRefuse = ({ least, more, allSites }: DeclaredRole): boolean =>
  least !== "agent" || allSites || more.length > 0;

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
    takesFile: false,
    takesFileName: false,
    mediaTypes: [],
    ranges: false,
    role: roleOf(declared.role),
    // The schemas above guarantee the declared input.
    limits: (declared.limits ?? noFurther) as DeclaredEndpoint["limits"],
    handler: declared.handler as DeclaredEndpoint["handler"],
  };
}

export function download<C extends Caller, P extends z.ZodType = typeof NOTHING, Q extends z.ZodType = typeof NOTHING>(
  declared: DownloadEndpoint<C, P, Q>,
): DeclaredEndpoint {
  // No schema describes a file.
  const { mediaTypes, ranges = false, ...rest } = declared;
  const made = endpoint<C, P, Q>({ ...rest, handler: declared.handler as unknown as () => Promise<void> });
  return { ...made, mediaTypes, ranges };
}

/** A method whose body is a file. */
export function upload<
  C extends Caller,
  A extends z.ZodType,
  P extends z.ZodType = typeof NOTHING,
  Q extends z.ZodType = typeof NOTHING,
>(declared: UploadEndpoint<C, P, Q, A>): DeclaredEndpoint {
  const { handler, isUnnamed = false, ...rest } = declared;
  // run-endpoint.ts adds the file.
  const made = endpoint<C, P, Q, typeof NOTHING, A>({ ...rest, handler: handler as never });
  return { ...made, takesFile: true, takesFileName: !isUnnamed };
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
