import { query } from "./database.ts";
import { testEnvironment } from "./environment.ts";
import type { Owner } from "./factories.ts";
import type { Run } from "./insert-rows.ts";

type Row = Record<string, unknown>;

/** The tables that tests name. `storedRows` has all the others, too. */
type Named =
  | "users"
  | "sessions"
  | "workspaces"
  | "members"
  | "sites"
  | "visitors"
  | "identity_secrets"
  | "blocked_addresses"
  | "conversations"
  | "messages"
  | "message_keys"
  | "webhook_endpoints"
  | "webhook_deliveries"
  | "deletions";

export type StoredRows = Record<string, Row[]> & Record<Named, Row[]>;

/** The tables that belong to no owner. Any other table has to refer to something that does. */
const OWNERLESS = new Set([
  "_prisma_migrations",
  "account_mail_counts",
  "oidc_returns",
  "limit_counts",
  "push_keys",
  "removed_objects",
  "stored_files",
  "telegram_bots",
]);

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", a.attnotnull AS "isRequired",
    p.relname AS parent, key.attname AS "parentKey"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
  LEFT JOIN pg_class p ON p.oid = k.confrelid
  LEFT JOIN pg_attribute key ON key.attrelid = k.confrelid AND key.attnum = k.confkey[1]
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;

type Reference = { table: string; column: string; isRequired: boolean; parent: string; parentKey: string };
type Column = Omit<Reference, "parent" | "parentKey"> & { parent: string | null; parentKey: string | null };

/** How a table's rows are found that belong to a row of another table, and over how many references. */
type Condition = { text: string; hops: number };

type Tables = { names: string[]; conditionOf: (table: string, root: string) => Condition | null };

const known = new WeakMap<Run, Promise<Tables>>();

/** The tables of a database, and how they refer to each other. They're read once. */
function tablesOf(run: Run): Promise<Tables> {
  const tables = known.get(run) ?? readTables(run);
  known.set(run, tables);
  return tables;
}

async function readTables(run: Run): Promise<Tables> {
  const columns = (await run(COLUMNS)) as Column[];
  const constraints = columns.filter((column): column is Reference => column.parent !== null);
  const byName = new Map(constraints.map((reference) => [reference.column, reference]));
  // Some columns refer to a row that may be gone, so they have no constraint, but the same name as others that have one.
  const implied = columns.flatMap(({ table, column, isRequired, parent }): Reference[] => {
    const same = byName.get(column);
    return parent === null && same ? [{ ...same, table, column, isRequired }] : [];
  });

  const conditionOf = (table: string, root: string, seen: string[] = []): Condition | null => {
    if (table === root) return { text: `${root}.id = $1`, hops: 0 };
    const leading = (references: Reference[]) =>
      references.flatMap(({ column, isRequired, parent, parentKey, ...from }) => {
        if (from.table !== table || seen.includes(parent)) return [];
        const above = conditionOf(parent, root, [...seen, table]);
        if (!above) return [];
        const text = `${table}.${column} IN (SELECT ${parentKey} FROM ${parent} WHERE ${above.text})`;
        return [{ text, hops: above.hops + 1, isRequired }];
      });
    const sure = leading(constraints);
    const found = (sure.length > 0 ? sure : leading(implied)).toSorted((one, other) => one.hops - other.hops);
    const [first] = found.filter(({ isRequired }) => isRequired);
    if (first || found.length === 0) return first ?? null;
    return { text: found.map(({ text }) => text).join(" OR "), hops: found[0]?.hops ?? 0 };
  };

  return { names: [...new Set(columns.map(({ table }) => table))], conditionOf };
}

/**
 * Reads the rows that belong to the row `id` of the table `root`, by table: the row itself, what refers to it, what refers to
 * that, and so on. Tables that can't refer to it are left out.
 */
export async function rowsBelongingTo(root: string, id: string, run: Run = sql): Promise<Record<string, Row[]>> {
  const tables = await tablesOf(run);
  const read = tables.names.map(async (table): Promise<[string, Row[]][]> => {
    const condition = tables.conditionOf(table, root);
    if (!condition) return [];
    return [[table, await run(`SELECT * FROM ${table} WHERE ${condition.text} ORDER BY ${table}`, [id])]];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/** All that is stored of an owner, row for row: the same before and after a request that must change nothing. */
export async function storedRows({ user }: Owner): Promise<StoredRows> {
  const rows = await rowsBelongingTo("users", user.id);
  const { names } = await tablesOf(sql);
  const unknown = names.filter((table) => !(table in rows || OWNERLESS.has(table)));
  if (unknown.length > 0) throw new Error(`It isn't known whose rows these tables contain: ${unknown.join(", ")}`);
  // The service counts reply times, and plans and sends notifications, whenever they're due, whatever is requested.
  const { alerts: _, notifications: __, ...stored } = rows as StoredRows;
  return {
    ...stored,
    sites: stored.sites.map(({ reply_counted_at: _, ...site }) => site),
    conversations: stored.conversations.map(({ alert_id: _, ...conversation }) => conversation),
  } as StoredRows;
}

/** Runs one statement on the database of the service under test. */
export const sql = (text: string, values: unknown[] = []) => query(testEnvironment.databaseUrl, text, values);
