import { expect } from "@playwright/test";
import { z } from "zod";
import { undocumented } from "./documented-answers.ts";
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

export type Answer = { status: number; headers: Headers; text: string };

const RequestId = z.uuid();

/**
 * Sends one request, and checks what every answer of the API has to carry (contract.md section 1), and that its status, its
 * headers and its body are what the API's document says of the route.
 */
export async function send(method: string, path: string, call: Call = {}): Promise<Answer> {
  const { token, body, raw, headers, baseUrl = testEnvironment.baseUrl } = call;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(content !== undefined && { body: typeof content === "string" ? Buffer.from(content) : content }),
  });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  const faults = faultsOf(method, path, answer);
  // Each expect costs more than a comparison does, and this runs for thousands of requests.
  if (faults.length > 0) expect(faults, `${method} ${path} returned ${answer.status} ${answer.text}`).toEqual([]);
  return answer;
}

function faultsOf(method: string, path: string, answer: Answer): string[] {
  const { headers } = answer;
  return [
    ...(headers.get("cache-control") === "no-store" ? [] : ["may be stored"]),
    ...(RequestId.safeParse(headers.get("x-request-id")).success ? [] : ["has no request id"]),
    ...(headers.get("x-content-type-options") === "nosniff" ? [] : ["may be sniffed"]),
    ...undocumented(method, path, answer).map((fault) => `isn't as /openapi.json says: ${fault}`),
  ];
}

/** Sends a request that has to succeed, and parses the answer with its route's strict schema. */
export async function ask<S extends z.ZodType>(
  schema: S,
  status: 200 | 201,
  method: string,
  path: string,
  call: Call = {},
): Promise<z.output<S>> {
  const answer = await send(method, path, call);
  const type = answer.headers.get("content-type");
  if (answer.status !== status || type !== "application/json") {
    expect([answer.status, type], `${method} ${path} returned ${answer.text}`).toEqual([status, "application/json"]);
  }
  return schema.parse(JSON.parse(answer.text));
}

/** Sends a request that has to succeed without a body. */
export async function askNothing(method: string, path: string, call: Call = {}): Promise<Answer> {
  const answer = await send(method, path, call);
  expect(answer.status, `${method} ${path} answered ${answer.text}`).toBe(204);
  expect(answer.text).toBe("");
  return answer;
}

/** Checks that an answer is the RFC 9457 document of this code, whole and with nothing more. */
export function readProblem(answer: Answer, code: keyof typeof STATUS_OF_CODE): ProblemJson {
  expect(answer.headers.get("content-type"), `expected ${code}, got ${answer.status} ${answer.text}`).toBe(
    "application/problem+json",
  );
  const problem = ProblemJson.parse(JSON.parse(answer.text));
  expect(problem.code, answer.text).toBe(code);
  expect(answer.status).toBe(STATUS_OF_CODE[code]);
  expect(problem.status).toBe(answer.status);
  expect(problem.requestId).toBe(answer.headers.get("x-request-id"));
  expect(answer.headers.get("www-authenticate")).toBe(answer.status === 401 ? "Bearer" : null);
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
