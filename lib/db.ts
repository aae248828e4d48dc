import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "#prisma-client";
import { env } from "./env.ts";

const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;

// A page and a route handler are bundled apart in production and would otherwise open a pool each.
const shared = globalThis as typeof globalThis & { siteInboxDb?: PrismaClient };

function connect(): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: env().DATABASE_URL,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "site-inbox",
    // A server may be set to write dates in a way that the driver does not read.
    options: "-c DateStyle=ISO",
  });
  return new PrismaClient({ adapter });
}

/** The process's one Prisma client, connected on first use. */
export function db(): PrismaClient {
  shared.siteInboxDb ??= connect();
  return shared.siteInboxDb;
}

export async function closeDb(): Promise<void> {
  await shared.siteInboxDb?.$disconnect();
  delete shared.siteInboxDb;
}
