import { PROBLEM_KINDS } from "#platform/http/problem.ts";
import { byStatus, type ProblemCode } from "./error-codes.ts";
import type { JsonSchema, ResponseObject } from "./openapi.ts";

const REQUEST_ID = "01990c60-5f3a-7b2c-8d1e-0a1b2c3d4e08";

const HEADERS: Record<number, string[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

export const headerReferences = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

// Returns the fields that a problem of one code adds.
function exampleExtras(code: ProblemCode): object {
  if (code === "invalid_request") return { errors: [{ path: "message", message: "must not be blank" }] };
  if (code === "open_conversation_exists") return { conversationId: "01990c5e-8b22-7d41-8a6c-5e4f7a2d9f02" };
  if (code === "second_factor_required")
    return { secondFactor: { challenge: "Vn3qK8Yc2Jf0", expiresAt: "2026-11-21T09:47:07.000Z" } };
  if (code === "already_assigned")
    return { assignee: { id: "01990c5d-1c45-7a6b-8d2e-4f3a2b1c0d04", name: "Ada Lovelace" } };
  if (code === "stale_reply") return { newer: { messages: [], notes: [], lastSeq: 4, lastNote: 1 } };
  if (code !== "proof_required") return {};
  const expiresAt = "2026-11-21T09:47:07.000Z";
  return {
    challenge: { algorithm: "sha-256", salt: "Vn3qK8Yc2Jf0", difficulty: 16, expiresAt, signature: "8Qx0b7m1Zr3sT5uV" },
  };
}

function exampleOf(code: ProblemCode) {
  const { status, title, detail } = PROBLEM_KINDS[code];
  const type = `urn:site-inbox:problem:${code}`;
  const value = { type, title, status, detail, code, requestId: REQUEST_ID, ...exampleExtras(code) };
  return { summary: title, value };
}

function problemResponse(status: number, codes: ProblemCode[]): ResponseObject {
  const narrowed: JsonSchema = { properties: { status: { const: status }, code: { enum: codes } } };
  return {
    description: codes.map((code) => PROBLEM_KINDS[code].title).join("; "),
    headers: headerReferences(["X-Request-Id", ...(HEADERS[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, narrowed] },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
      },
    },
  };
}

// Generators turn these names into identifiers: "UnauthenticatedOrTokenExpired".
const responseName = (codes: ProblemCode[]) => codes.map((code) => code.split("_").map(capitalize).join("")).join("Or");

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Collects the error responses of routes. Routes with the same errors share one. */
export class ProblemResponses {
  readonly #named = new Map<string, ResponseObject>();

  /** Returns references to the responses for these codes, by status. */
  refer(codes: ProblemCode[]): Record<string, { $ref: string }> {
    const references = [...byStatus(codes)].map(([status, some]) => {
      const name = responseName(some);
      this.#named.set(name, problemResponse(status, some));
      return [String(status), { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(references);
  }

  /** Returns all responses that were referred to, ordered by name. */
  get named(): Record<string, ResponseObject> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
