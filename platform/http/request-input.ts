import type { z } from "zod";
import { AppError, type FieldError } from "../errors.ts";

type Sources = Record<string, [schema: z.ZodType, value: unknown]>;
type Parsed<S extends Sources> = { [K in keyof S]: z.output<S[K][0]> };

/** Parses a query string into an object. A repeated parameter becomes a list, which no schema accepts. */
export function queryObject(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  if (!url.includes("?")) return query;
  const { searchParams } = new URL(url);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return query;
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: sentence(issue) }));
}

const ARTICLES: Record<string, string> = { array: "an", object: "an", int: "an" };

// zod's own messages quote input and name its types. These state the rule only.
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_type") return issue.message;
  if (issue.input === undefined) return "is required";
  return issue.message.startsWith("Invalid input")
    ? `must be ${ARTICLES[issue.expected] ?? "a"} ${issue.expected}`
    : issue.message;
}

/** Parses every part of a request and reports all invalid fields together. Throws `invalid_request`. */
export function parseInput<S extends Sources>(sources: S): Parsed<S> {
  const errors: FieldError[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, [schema, value]] of Object.entries(sources)) {
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) parsed[name] = result.data;
    if (!result.success) errors.push(...fieldErrors(result.error));
  }
  if (errors.length > 0) throw new AppError("invalid_request", { errors });
  return parsed as Parsed<S>;
}
