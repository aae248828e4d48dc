import { expect, test } from "@playwright/test";
import { query } from "./support/database.ts";
import { type DeclaredRow, declaredRows } from "./support/declared-rows.ts";
import { testEnvironment } from "./support/environment.ts";
import { type RecordedColumn, recordedRows, unplannedPlaces } from "./support/recorded-rows.ts";

/*
 * No compiler checks the type that the code gives to a statement's rows. PostgreSQL described the rows of every statement that
 * the service sent during the other tests; here, the two are compared.
 */

/** PostgreSQL's types as the driver returns them. */
const RETURNED_AS: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "Date",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "string",
  json: "JSON",
  jsonb: "JSON",
  name: "string",
  numeric: "string",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  varchar: "string",
  void: "string",
};

// A test's own process, and a page, record a text, not where it's sent from. They don't find these, whose text another
// function returns or is short, or which only the service's own process sends.
const BUILT_ELSEWHERE =
  /^(?:lib\/data\/cleanup\/retention\.system|lib\/desk\/bulk-changes\/run\.system|lib\/notify\/mail\/plan-digests\.system|lib\/notify\/notifications\/notification-rows\.system|lib\/outbox\/webhooks\/queries|lib\/people\/owners\/queries|lib\/team\/members\/queries|platform\/jobs\/rows|server\/backup\/schedule-backups|server\/status\/checks\/(?:clock|queues))\.ts:/;

let typeNames: Map<number, string>;
let nullable: Set<string>;

test.beforeAll(async () => {
  const { databaseUrl, templateName } = testEnvironment;
  const types = await query<{ oid: number; name: string }>(databaseUrl, "SELECT oid, typname AS name FROM pg_type");
  typeNames = new Map(types.map(({ oid, name }) => [oid, name]));
  // Each database numbers its tables itself, so a number says something only if these two agree on it. Lists are left out:
  // Prisma declares them without NOT NULL, and nothing writes null.
  const template = new URL(databaseUrl);
  template.pathname = `/${templateName}`;
  const [one = [], other = []] = await Promise.all(
    [databaseUrl, template.href].map((url) =>
      query<{ id: string }>(
        url,
        `SELECT attrelid || '.' || attnum || '.' || relname || '.' || attname AS id
         FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
         WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attnotnull AND attndims = 0`,
      ),
    ),
  );
  const others = new Set(other.map(({ id }) => id));
  nullable = new Set(
    one.flatMap(({ id }) => {
      const [table, column, , name] = id.split(".");
      return others.has(id) ? [`${table}.${column}.${name}`] : [];
    }),
  );
});

function returnedAs(type: number): string {
  const name = typeNames.get(type) ?? "unknown";
  if (name.startsWith("_")) return `${RETURNED_AS[name.slice(1)] ?? name}[]`;
  return RETURNED_AS[name] ?? name;
}

/** What a member of a declared type is at run time. */
function kindOf(member: string): string {
  if (member.startsWith('"') || member.startsWith("`")) return "string";
  if (/^-?\d/.test(member)) return "number";
  if (member === "true" || member === "false") return "boolean";
  if (/^(?:Buffer|Uint8Array)\b/.test(member)) return "Buffer";
  if (/^\(.*\)\[\]$/.test(member)) return `${kindOf(member.slice(1))}[]`;
  return member;
}

function faultsOf({ line, fields }: DeclaredRow, columns: RecordedColumn[]): string[] {
  if (!fields) return [];
  const described = new Set(columns.map(({ name }) => name));
  const missing = [...fields].flatMap(([name, field]) => (described.has(name) || field.has("undefined") ? [] : [name]));
  return [
    ...missing.map((name) => `${line} ${name}: declared, but not returned`),
    ...columns.flatMap((column) =>
      faultsOfField(fields.get(column.name), column).map((fault) => `${line} ${column.name}: ${fault}`),
    ),
  ];
}

function faultsOfField(
  field: ReadonlySet<string> | undefined,
  { name, type, table, column, hadNull }: RecordedColumn,
): string[] {
  if (!field) return ["returned, but not declared"];
  const returned = returnedAs(type);
  const kinds = new Set([...field].map(kindOf));
  const canBeNull = kinds.delete("null");
  kinds.delete("undefined");
  const columnName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const isNullable = nullable.has(`${table}.${column}.${columnName}`);
  const isOther = returned !== "JSON" && (kinds.size !== 1 || !kinds.has(returned));
  return [
    ...(isOther ? [`${returned}, but declared as ${[...kinds].join(" | ")}`] : []),
    ...(hadNull && !canBeNull ? ["null, which isn't declared"] : []),
    ...(isNullable && !canBeNull && !hadNull ? ["can be null, which isn't declared"] : []),
  ];
}

test("the rows of every statement sent during the other tests have the fields and types declared in the code", () => {
  const statements = declaredRows();
  const recorded = recordedRows(statements);
  const faults = statements.flatMap((declared) =>
    (recorded.get(declared.place) ?? []).flatMap((columns) => faultsOf(declared, columns)),
  );
  expect([...new Set(faults)]).toEqual([]);
});

test("every statement in the code was sent during the other tests, so its rows were compared", { tag: "@all" }, () => {
  test.skip(!testEnvironment.isWholeRun, "only some of the tests ran");
  const statements = declaredRows();
  const recorded = recordedRows(statements);
  const unsent = statements.filter(({ place }) => !recorded.has(place));
  const lines = unsent.map(({ line }) => line);
  expect(lines.filter((line) => !BUILT_ELSEWHERE.test(line))).toEqual([]);
});

test("the plan of every prepared statement was checked on a large database (tests/api/query-plans.test.ts)", {
  tag: "@all",
}, () => {
  test.skip(!testEnvironment.isWholeRun, "only some of the tests ran");
  const lines = new Map(declaredRows().map(({ place, line }) => [place, line]));
  expect(unplannedPlaces().map((place) => lines.get(place) ?? place)).toEqual([]);
});
