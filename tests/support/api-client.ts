import { expect } from "@playwright/test";
import { z } from "zod";
import { undocumented } from "./documented-responses.ts";
import { testEnvironment } from "./environment.ts";
import { ProblemJson, STATUS_OF_CODE } from "./problem-json.ts";

export type Call = {
  token?: string;
  /** The workspace, if it isn't the token's own. */
  workspaceId?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Another service than the one under test. */
  baseUrl?: string;
};

export type ApiResponse = { status: number; headers: Headers; text: string };

const RequestId = z.uuid();

/**
 * Sends one request. Checks the headers of every API response (contract.md section 1), and that its status, headers and
 * body match the API's document.
 */
export async function send(method: string, path: string, call: Call = {}): Promise<ApiResponse> {
  const { token, workspaceId, body, raw, headers, baseUrl = testEnvironment.baseUrl } = call;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const fetched = await fetch(baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(workspaceId !== undefined && { "Workspace-Id": workspaceId }),
      ...headers,
    },
    ...(content !== undefined && { body: typeof content === "string" ? Buffer.from(content) : content }),
  });
  const response = { status: fetched.status, headers: fetched.headers, text: await fetched.text() };
  expectSame(faultsOf(method, path, response), [], `${method} ${path} returned ${response.status} ${response.text}`);
  return response;
}

/** Expects two JSON values to be equal. Each expect costs as much as a request, and this runs for thousands of them. */
function expectSame(found: unknown, expected: unknown, message: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, message).toEqual(expected);
}

function faultsOf(method: string, path: string, response: ApiResponse): string[] {
  const { headers } = response;
  return [
    ...(/^no-store\b/.test(headers.get("cache-control") ?? "") ? [] : ["may be stored"]),
    ...(RequestId.safeParse(headers.get("x-request-id")).success ? [] : ["has no request id"]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["may be sniffed"]),
    ...undocumented(method, path, response).map((fault) => `isn't as /openapi.json says: ${fault}`),
  ];
}

/** Sends a request that has to succeed, and parses the response with its route's strict schema. */
export async function ask<S extends z.ZodType>(
  schema: S,
  status: 200 | 201 | 202,
  method: string,
  path: string,
  call: Call = {},
): Promise<z.output<S>> {
  const response = await send(method, path, call);
  const type = response.headers.get("content-type");
  expectSame([response.status, type], [status, "application/json"], `${method} ${path} returned ${response.text}`);
  return schema.parse(JSON.parse(response.text));
}

/** Sends a request that has to succeed without a body. */
export async function askNothing(method: string, path: string, call: Call = {}): Promise<ApiResponse> {
  const response = await send(method, path, call);
  expectSame([response.status, response.text], [204, ""], `${method} ${path} returned ${response.text}`);
  return response;
}

/** Checks that a response is exactly the RFC 9457 document of this code. */
export function readProblem(response: ApiResponse, code: keyof typeof STATUS_OF_CODE): ProblemJson {
  const { headers, status, text } = response;
  const type = headers.get("content-type");
  expectSame(type, "application/problem+json", `expected ${code}, got ${status} ${text}`);
  const { success, data: problem } = ProblemJson.safeParse(JSON.parse(text));
  if (!success) throw new Error(`expected ${code}, got ${status} ${text}`);
  const expected = STATUS_OF_CODE[code];
  expectSame(
    [problem.code, status, problem.status, problem.requestId, headers.get("www-authenticate")],
    [code, expected, expected, headers.get("x-request-id"), expected === 401 ? "Bearer" : null],
    text,
  );
  return problem;
}

/** Sends a request that has to fail with this code. */
export async function refuse(
  code: keyof typeof STATUS_OF_CODE,
  method: string,
  path: string,
  call: Call = {},
): Promise<ProblemJson> {
  return readProblem(await send(method, path, call), code);
}

/** Sends a request that has to fail for exactly these fields, and returns the message for each. */
export async function refuseFields(fields: string[], method: string, path: string, call: Call): Promise<string[]> {
  const { errors = [] } = await refuse("invalid_request", method, path, call);
  const [found, expected] = [new Set(errors.map((error) => error.path)), new Set(fields)];
  if (found.symmetricDifference(expected).size > 0) expect(found, `${method} ${path}`).toEqual(expected);
  return errors.map((error) => error.message);
}
