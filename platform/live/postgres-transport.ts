import { Client } from "pg";
import { Prisma } from "#prisma-client";
import { query } from "../database/database.ts";
import { env } from "../env.ts";
import type { Transport } from "./transport.ts";

const CHANNEL = "site_inbox";
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 5_000;

/** LISTEN on its own connection, NOTIFY on the pool, outside of the transactions that the notifications are about. */
export const postgresTransport: Transport = {
  // PostgreSQL accepts 7,999 bytes (its manual, NOTIFY). The rest is for the envelope.
  payloadMaxBytes: 7_800,

  // It may get lost, so its commit needn't wait for the disk.
  async send(payload) {
    await query(Prisma.sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${payload})`);
  },

  async listen(onPayload, onLost) {
    const client = new Client({
      connectionString: env().DATABASE_URL,
      application_name: "site-inbox-listen",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    const close = () => client.end().catch(() => undefined);
    client.on("error", onLost);
    client.on("end", () => onLost(new Error("the connection ended")));
    client.on("notification", ({ payload = "" }) => onPayload(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void close();
      throw error;
    }
    return { check: async () => void (await client.query("SELECT 1")), close };
  },
};
