import { expect } from "@playwright/test";
import { z } from "zod";
import { undocumented } from "./documented-responses.ts";
import { testEnvironment } from "./environment.ts";
import { ProblemJson, STATUS_OF_CODE } from "./problem-json.ts";

export type Call = {
  token?: string;
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
  const { token, body, raw, headers, baseUrl = testEnvironment.baseUrl } = call;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const fetched = await fetch(baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(content !== undefined && { body: typeof content === "string" ? Buffer.from(content) : content }),
  });
  const response = { status: fetched.status, headers: fetched.headers, text: await fetched.text() };
  const faults = faultsOf(method, path, response);
  // Each expect costs more than a comparison does, and this runs for thousands of requests.
  if (faults.length > 0) expect(faults, `${method} ${path} returned ${response.status} ${response.text}`).toEqual([]);
  return response;
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
  status: 200 | 201,
  method: string,
  path: string,
  call: Call = {},
): Promise<z.output<S>> {
  const response = await send(method, path, call);
  const type = response.headers.get("content-type");
  if (response.status !== status || type !== "application/json") {
    expect([response.status, type], `${method} ${path} returned ${response.text}`).toEqual([
      status,
      "application/json",
    ]);
  }
  return schema.parse(JSON.parse(response.text));
}

/** Sends a request that has to succeed without a body. */
export async function askNothing(method: string, path: string, call: Call = {}): Promise<ApiResponse> {
  const response = await send(method, path, call);
  expect(response.status, `${method} ${path} returned ${response.text}`).toBe(204);
  expect(response.text).toBe("");
  return response;
}

/** Checks that a response is exactly the RFC 9457 document of this code. */
export function readProblem(response: ApiResponse, code: keyof typeof STATUS_OF_CODE): ProblemJson {
  expect(response.headers.get("content-type"), `expected ${code}, got ${response.status} ${response.text}`).toBe(
    "application/problem+json",
  );
  const problem = ProblemJson.parse(JSON.parse(response.text));
  expect(problem.code, response.text).toBe(code);
  expect(response.status).toBe(STATUS_OF_CODE[code]);
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("www-authenticate")).toBe(response.status === 401 ? "Bearer" : null);
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
  expect(new Set(errors.map((error) => error.path))).toEqual(new Set(fields));
  return errors.map((error) => error.message);
}
