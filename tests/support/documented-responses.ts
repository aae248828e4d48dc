import { readFileSync } from "node:fs";
import type { ApiDocument, Operation, ResponseObject } from "#routes/document/openapi.ts";
import type { ApiResponse } from "./api-client.ts";
import { responsesOf, SchemaChecks } from "./api-document.ts";
import { testEnvironment } from "./environment.ts";

type Known = { pattern: RegExp; operations: Record<string, Operation>; parameters: number };
type Loaded = { document: ApiDocument; paths: Known[]; checks: SchemaChecks };

// What the server itself returns before any route runs, which the document's introduction lists.
const BEFORE_ROUTES = new Set([405, 408, 431]);
const OPTIONAL_HEADERS = new Set(["Idempotent-Replayed"]);

let loaded: Loaded | undefined;

/** The document that was built with the service under test, once for each process of tests. */
function theDocument(): Loaded {
  if (loaded) return loaded;
  const document: ApiDocument = JSON.parse(readFileSync(`${testEnvironment.buildDir}/openapi.json`, "utf8"));
  const paths = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    operations,
    parameters: path.split("{").length,
  }));
  // "/conversations/unread" is no conversation's id.
  paths.sort((a, b) => a.parameters - b.parameters);
  loaded = { document, paths, checks: new SchemaChecks(document, { strictly: true }) };
  return loaded;
}

function findOperation(method: string, path: string): Operation | undefined {
  const [bare = ""] = path.split("?");
  const known = theDocument().paths.find(({ pattern }) => pattern.test(bare));
  return known?.operations[method === "HEAD" ? "get" : method.toLowerCase()];
}

/** Returns how a response of a documented route differs from the document. */
export function undocumented(method: string, path: string, response: ApiResponse): string[] {
  const operation = findOperation(method, path);
  if (!operation || BEFORE_ROUTES.has(response.status)) return [];
  const { document, checks } = theDocument();
  const described = responsesOf(document, operation).get(response.status);
  if (!described) return [`status ${response.status} is not documented: ${response.text.slice(0, 300)}`];
  const missing = Object.keys(described.headers ?? {}).filter(
    (name) => !OPTIONAL_HEADERS.has(name) && !response.headers.has(name),
  );
  const faults = method === "HEAD" ? [] : faultsOfBody(described, response, checks);
  return [...missing.map((name) => `${response.status} has no ${name}`), ...faults];
}

function faultsOfBody(
  { content }: ResponseObject,
  { headers, text, status }: ApiResponse,
  checks: SchemaChecks,
): string[] {
  if (!content) return text === "" ? [] : [`${status} has a body`];
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const described = content[type];
  if (!described) return [`${status} is ${type || "of no type"}, which is not documented`];
  if (!type.endsWith("json")) return [];
  return checks
    .faults(described.schema, JSON.parse(text))
    .map((fault) => `${status}: ${fault} in ${text.slice(0, 300)}`);
}
