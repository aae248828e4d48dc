import { Client } from "pg";
import { TABLES } from "../reference/tables.ts";
import { openMeasuredDatabase } from "./measured-database.ts";
import { newGuests, newShop } from "./people.ts";
import { BENCH_SECRET, startOurs, startReference } from "./servers.ts";

/** The service and the reference, each with a database server of its own, and the same visitors in both. */
export async function startPair(visitors: number) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openMeasuredDatabase());
  const ours = stack.use(await startOurs(database.url));
  const { siteKey } = await newShop(ours.baseUrl);
  const guests = await newGuests(ours.baseUrl, siteKey, visitors);
  const referenceDatabase = stack.use(await openMeasuredDatabase());
  await copyGuests(database.url, referenceDatabase.url);
  const settings = { DATABASE_URL: referenceDatabase.url, AUTH_SECRET: BENCH_SECRET };
  const reference = stack.use(await startReference("server.ts", settings));
  const kept = stack.move();
  return {
    ours: { server: ours, database },
    reference: { server: reference, database: referenceDatabase },
    guests,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function copyGuests(from: string, to: string): Promise<void> {
  await withClient(to, async (target) => {
    await target.query(TABLES);
    const { rows } = await withClient(from, (source) =>
      source.query<{ id: string; site: string; visitor: string }>(
        "SELECT id, site_id AS site, visitor_id AS visitor FROM conversations",
      ),
    );
    for (const { id, site, visitor } of rows) {
      await target.query("INSERT INTO visitors VALUES ($1, $2)", [visitor, site]);
      await target.query("INSERT INTO conversations VALUES ($1, $2, $3, 'open', NULL, 0, now(), '')", [
        id,
        site,
        visitor,
      ]);
    }
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
