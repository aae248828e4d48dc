import type { ErrorCode } from "#platform/errors.ts";
import { PROBLEM_KINDS } from "#platform/http/problem.ts";
import { type DeclaredEndpoint, type DeclaredStream, mayRefuse, requiredAccess } from "../endpoint.ts";
import type { JsonSchema } from "./openapi.ts";

export type ProblemCode = ErrorCode | "internal";

type Asked = { method: string; declared: DeclaredEndpoint | DeclaredStream; params: JsonSchema; query: JsonSchema };

const hasFields = ({ properties = {} }: JsonSchema) => Object.keys(properties).length > 0;

/** Returns the codes that a method may fail with: the ones its declaration implies, and the ones it names. */
export function errorCodes({ method, declared, params, query }: Asked): ProblemCode[] {
  const { caller } = declared;
  const body = "body" in declared && declared.body !== null;
  const takesFile = "takesFile" in declared && declared.takesFile;
  const isPerson = caller === "owner" || caller === "person";
  const idempotent = "idempotent" in declared && declared.idempotent;
  const codes: Record<string, ProblemCode[] | false> = {
    body: body && ["invalid_json", "unsupported_media_type", "payload_too_large"],
    file: takesFile && ["invalid_request", "unsupported_media_type", "payload_too_large"],
    input: (body || idempotent || hasFields(params) || hasFields(query)) && ["invalid_request"],
    token: caller !== "anyone" && ["unauthenticated", "token_expired"],
    cookie: isPerson && method !== "GET" && ["cross_site"],
    key: isPerson && requiredAccess(method, declared) !== "read" && ["insufficient_scope"],
    workspace: caller === "owner" && ["invalid_request", "not_found", "second_factor_setup_required", "oidc_required"],
    role: "role" in declared && mayRefuse(declared.role) && ["not_permitted"],
    visitor: caller === "visitor" && ["not_accepted"],
    path: hasFields(params) && ["not_found"],
    once: idempotent && ["idempotency_mismatch", "conflict"],
    any: ["rate_limited", "internal", "unavailable"],
  };
  const all = [...Object.values(codes).flatMap((some) => some || []), ...declared.errors];
  return [...new Set(all)];
}

/** Groups codes by status, both in a fixed order. */
export function byStatus(codes: ProblemCode[]): Map<number, ProblemCode[]> {
  const order = Object.keys(PROBLEM_KINDS);
  const sorted = codes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const grouped = Map.groupBy(sorted, (code) => PROBLEM_KINDS[code].status);
  return new Map([...grouped].toSorted(([a], [b]) => a - b));
}
