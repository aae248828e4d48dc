import { Client, Pool } from "pg";

type Statement = { text: string; values: unknown[] };
type Plan = { "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }] };

/** The statements that a piece of work sends through the pool. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const { query } = Pool.prototype;
  Pool.prototype.query = function (this: Pool, statement: Statement) {
    found.push(statement);
    return Reflect.apply(query, this, [statement]);
  } as typeof query;
  try {
    await work();
  } finally {
    Pool.prototype.query = query;
  }
  return found;
}

/** How many pages of tables and indexes the statements of each piece of work touch, in memory or not. */
export async function buffersOf(url: string, works: (() => Promise<unknown>)[]): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const counts: number[] = [];
    for (const work of works) {
      let count = 0;
      for (const { text, values } of await statementsOf(work)) {
        const { rows } = await client.query<Plan>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
        const plan = rows[0]?.["QUERY PLAN"][0].Plan;
        count += (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
      }
      counts.push(count);
    }
    return counts;
  } finally {
    await client.end();
  }
}
