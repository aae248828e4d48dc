import { query, queryPrepared } from "./database.ts";
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
  "backups",
  "first_account",
  "inbound_mailboxes",
  "status_checks",
  "status_counts",
  "status_samples",
  "oidc_returns",
  "limit_counts",
  "push_keys",
  "removed_objects",
  "secret_fingerprint",
  "stored_files",
  "telegram_bots",
]);

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", a.attnotnull AS "isRequired",
    p.relname AS parent, key.attname AS "parentKey",
    EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indkey[0] = a.attnum AND indpred IS NULL) AS "isIndexed"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
  LEFT JOIN pg_class p ON p.oid = k.confrelid
  LEFT JOIN pg_attribute key ON key.attrelid = k.confrelid AND key.attnum = k.confkey[1]
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  ORDER BY c.relname, a.attnum`;

type Reference = {
  table: string;
  column: string;
  isRequired: boolean;
  isIndexed: boolean;
  parent: string;
  parentKey: string;
};
type Column = Omit<Reference, "parent" | "parentKey"> & { parent: string | null; parentKey: string | null };

/** How a table's rows are found once those of the tables it refers to are: one of these columns refers to one of them. */
type Step = { table: string; references: Reference[] };

type Tables = { names: string[]; stepsFrom: (root: string) => Step[] };

const known = new WeakMap<Run, Promise<Tables>>();

/** The tables of a database, and how they refer to each other. They're read once. */
function tablesOf(run: Run): Promise<Tables> {
  const tables = known.get(run) ?? readTables(run);
  known.set(run, tables);
  return tables;
}

async function readTables(run: Run): Promise<Tables> {
  const columns = (await run(COLUMNS)) as Column[];
  const names = [...new Set(columns.map(({ table }) => table))];
  const constraints = columns.filter((column): column is Reference => column.parent !== null);
  const byName = new Map(constraints.map((reference) => [reference.column, reference]));
  // Some columns refer to a row that may be gone, so they have no constraint, but the same name as others that have one.
  const implied = columns.flatMap((column): Reference[] => {
    const same = byName.get(column.column);
    return column.parent === null && same ? [{ ...column, parent: same.parent, parentKey: same.parentKey }] : [];
  });
  const required = constraints.filter(({ isRequired }) => isRequired);
  const ways = [required.filter(({ isIndexed }) => isIndexed), required, constraints, implied];

  const stepsFrom = (root: string) => {
    const reached = [root];
    const distance = ({ parent }: Reference) => reached.indexOf(parent);
    const steps: Step[] = [];
    const nextStep = (): Step | undefined => {
      for (const way of ways) {
        const leading = way.filter(({ table, parent }) => reached.includes(parent) && !reached.includes(table));
        const [first] = leading.toSorted((one, other) => distance(one) - distance(other));
        if (!first) continue;
        const all = leading.filter(({ table }) => table === first.table);
        return { table: first.table, references: first.isRequired ? [first] : all };
      }
      return undefined;
    };
    for (let step = nextStep(); step; step = nextStep()) {
      reached.push(step.table);
      steps.push(step);
    }
    return steps;
  };
  return { names, stepsFrom };
}

/**
 * Reads the rows that belong to the row `id` of the table `root`, by table: the row itself, what refers to it, what refers to
 * that, and so on. Tables that can't refer to it are left out.
 */
export async function rowsBelongingTo(root: string, id: string, run: Run = sql): Promise<Record<string, Row[]>> {
  const { stepsFrom } = await tablesOf(run);
  const rows: Record<string, Row[]> = { [root]: await run(`SELECT * FROM ${root} WHERE id = $1`, [id]) };
  for (const { table, references } of stepsFrom(root)) {
    const keys = references.map(({ parent, parentKey }) => rows[parent]?.map((row) => row[parentKey]) ?? []);
    const conditions = references.map(({ column }, at) => `${column} = ANY($${at + 1})`).join(" OR ");
    const isAny = keys.some(({ length }) => length > 0);
    rows[table] = isAny ? await run(`SELECT * FROM ${table} WHERE ${conditions} ORDER BY ${table}`, keys) : [];
  }
  return rows;
}

/** All that is stored of an owner, row for row: the same before and after a request that must change nothing. */
export async function storedRows({ user }: Owner): Promise<StoredRows> {
  const rows = await rowsBelongingTo("users", user.id, queryPrepared);
  const { names } = await tablesOf(queryPrepared);
  const unknown = names.filter((table) => !(table in rows || OWNERLESS.has(table)));
  if (unknown.length > 0) throw new Error(`It isn't known whose rows these tables contain: ${unknown.join(", ")}`);
  // The service counts reply times, closes conversations, and plans and sends notifications, whenever they're due,
  // whatever is requested.
  const { alerts: _, notifications: __, ...stored } = rows as StoredRows;
  return {
    ...stored,
    sites: stored.sites.map(({ reply_counted_at: _, auto_closed_at: __, ...site }) => site),
    conversations: stored.conversations.map(({ alert_id: _, ...conversation }) => conversation),
  } as StoredRows;
}

/** Runs one statement on the database of the service under test. */
export const sql = (text: string, values: unknown[] = []) => query(testEnvironment.databaseUrl, text, values);
