/** Runs one statement and returns its rows. */
export type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

type Column = { name: string; type: string; isRequired: boolean };
type Parent = { parent: string; key: string; parentKey: string; shared: string[] };

const BATCH = 500;

// What a required column contains that nobody has named.
const FILLERS: Record<string, string> = {
  bigint: "0",
  boolean: "false",
  bytea: "'\\x00'",
  integer: "0",
  jsonb: "'{}'",
  text: "'x'",
  "timestamp with time zone": "now()",
  uuid: "gen_random_uuid()",
};

const COLUMNS = `
  SELECT quote_ident(attname) AS name, format_type(atttypid, NULL) AS type, attnotnull AND NOT atthasdef AS "isRequired"
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

// Of each foreign key, the ids that both tables have.
const PARENTS = `
  SELECT confrelid::regclass::text AS parent, quote_ident(a.attname) AS key, quote_ident(p.attname) AS "parentKey",
    ARRAY(
      SELECT quote_ident(attname) FROM pg_attribute
      WHERE attrelid = confrelid AND attnum > 0 AND NOT attisdropped AND attname LIKE '%\\_id'
    ) AS shared
  FROM pg_constraint
  JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
  JOIN pg_attribute p ON p.attrelid = confrelid AND p.attnum = confkey[1]
  WHERE contype = 'f' AND conrelid = $1::regclass AND cardinality(conkey) = 1`;

/**
 * Inserts rows that name only what a test cares about, and returns them whole. The rest comes from the schema: defaults, the
 * ids that a row shares with its parent's, and else any value of the column's type.
 */
export async function insertRows(
  run: Run,
  table: string,
  rows: Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return [];
  const columns = (await run(COLUMNS, [table])) as Column[];
  const parents = (await run(PARENTS, [table])) as Parent[];
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  const given = columns.filter(({ name }) => named.has(name));
  const joined = parents.filter(({ key }) => named.has(key));
  const filled = columns.filter(({ name, isRequired }) => isRequired && !named.has(name));
  const fillerOf = ({ name, type }: Column) => {
    const at = joined.findIndex(({ shared }) => shared.includes(name));
    return at >= 0 ? `p${at}.${name}` : (FILLERS[type] ?? `NULL::${type}`);
  };
  const statement = `
    INSERT INTO ${table} (${[...given, ...filled].map(({ name }) => name).join(", ")})
    SELECT ${[...given.map(({ name }) => `r.${name}`), ...filled.map(fillerOf)].join(", ")}
    FROM jsonb_to_recordset($1::jsonb) AS r (${given.map(({ name, type }) => `${name} ${type}`).join(", ")})
    ${joined.map(({ parent, key, parentKey }, at) => `JOIN ${parent} p${at} ON p${at}.${parentKey} = r.${key}`).join(" ")}
    RETURNING *`;
  const inserted: Record<string, unknown>[] = [];
  for (let at = 0; at < rows.length; at += BATCH) {
    inserted.push(...(await run(statement, [JSON.stringify(rows.slice(at, at + BATCH))])));
  }
  return inserted;
}
