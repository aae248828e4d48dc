import { Client } from "pg";

/** Whether processes of the service are connected to a database now. One that nobody uses at the moment need not be. */
export async function isInUse(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: "site-inbox-move" });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name IN ('site-inbox', 'site-inbox-listen') LIMIT 1`,
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
