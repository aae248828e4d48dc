import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { HttpResponse } from "#platform/http/response.ts";

/** A request handler of a route file, called as Next's App Router would call it. */
export type RouteHandler = (
  request: Request,
  context: {
    params: Promise<Record<string, string>>;
    clientAddress?: string | null;
    send?: (response: HttpResponse) => Response;
    readBody?: () => AsyncIterable<Uint8Array>;
  },
) => Promise<Response>;

export type Route = { segments: string[]; pattern: string; handlers: Partial<Record<string, RouteHandler>> };
/** A route module with the values of its path parameters. */
export type RouteMatch = Pick<Route, "handlers" | "pattern"> & { params: Record<string, string> };

const APP_FOLDER = join(import.meta.dirname, "..", "..", "app");
const GROUP = /^\(.+\)$/;
const PARAM = /^\[(\w+)\]$/;

// Everything below app/api is next-auth's and needs Next.
const NEXT_ONLY = "api";

/**
 * Returns the path of every mounted route file, derived as Next does: without groups, and with parameters in
 * brackets.
 */
export function routePaths(appFolder = APP_FOLDER): Array<{ file: string; segments: string[] }> {
  return readdirSync(appFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`${sep}route.ts`))
    .map((file) => ({ file, segments: file.split(sep).slice(0, -1) }))
    .map(({ file, segments }) => ({ file, segments: segments.filter((segment) => !GROUP.test(segment)) }))
    .filter(({ segments }) => segments[0] !== NEXT_ONLY);
}

// Next resolves dot segments, takes `\` for `/` and cuts off fragments, and would find another path than our router.
const AMBIGUOUS_SEGMENT = /^(?:\.|%(?:25)*2e){1,2}$|[/\\\0]|%(?:25)*(?:2f|5c|00)/i;

/**
 * Returns the decoded segments of a request's path, or null for an invalid path, such as `%ZZ`, `/../x` or a proxy's
 * `http://…`.
 */
export function pathSegments(url: string): string[] | null {
  const [path = ""] = url.split("?");
  if (!path.startsWith("/") || path.includes("#")) return null;
  try {
    const segments = path.slice(1).split("/").map(decodeURIComponent);
    return segments.some((segment) => AMBIGUOUS_SEGMENT.test(segment)) ? null : segments;
  } catch {
    return null;
  }
}

function matchSegments(pattern: string[], path: string[]): Record<string, string> | null {
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of pattern.entries()) {
    const value = path[at] ?? "";
    const name = PARAM.exec(segment)?.[1];
    if (name === undefined && segment !== value) return null;
    if (name !== undefined && value === "") return null;
    if (name !== undefined) params[name] = value;
  }
  return params;
}

// As the docs and the API document write it: /sites/{siteId}.
const patternOf = (segments: string[]) => `/${segments.map((segment) => segment.replace(PARAM, "{$1}")).join("/")}`;

const paramCount = (route: Route) => route.segments.filter((segment) => PARAM.test(segment)).length;

/** Loads every route module of the app folder. */
export function loadRoutes(): Promise<Route[]> {
  const routes = routePaths().map(async ({ file, segments }) => {
    const handlers: Route["handlers"] = await import(pathToFileURL(join(APP_FOLDER, file)).href);
    return { segments, pattern: patternOf(segments), handlers };
  });
  return Promise.all(routes);
}

/** Finds route modules by path. */
export class ApiRouter {
  readonly #routes: Route[];
  readonly #roots: Set<string>;

  private constructor(routes: Route[]) {
    this.#routes = routes.toSorted((a, b) => paramCount(a) - paramCount(b));
    // Below these, everything is the API, so an unknown path gets JSON. The widget's root also has files.
    this.#roots = new Set(routes.map(({ segments }) => segments[0] ?? "").filter((root) => !root.startsWith("widget")));
  }

  static async load(): Promise<ApiRouter> {
    return new ApiRouter(await loadRoutes());
  }

  /** Returns the route of a decoded path (`["sites", "…"]`), or null. */
  match(path: string[]): RouteMatch | null {
    for (const { segments, handlers, pattern } of this.#routes) {
      const params = matchSegments(segments, path);
      if (params) return { handlers, params, pattern };
    }
    return null;
  }

  /** Whether only the API responds below this path. */
  owns(path: string[]): boolean {
    return this.#roots.has(path[0] ?? "");
  }
}
