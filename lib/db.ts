import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { type Prisma, PrismaClient } from "#prisma-client";
import { isNotPrepared } from "./database-failure.ts";
import { env, poolSize } from "./env.ts";
import { log } from "./log.ts";
import { SESSION_SETTINGS } from "./session-settings.ts";

const CONNECT_TIMEOUT_MS = 2_000;

type Connected = { pool: Pool; prisma: PrismaClient; canPrepare: boolean };

// A page and a route handler are bundled apart in production and would otherwise open a pool each.
const shared = globalThis as typeof globalThis & { siteInboxDb?: Connected };

function connect(): Connected {
  const pool = new Pool({
    connectionString: env().DATABASE_URL,
    max: poolSize(env()),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "site-inbox",
    ...SESSION_SETTINGS,
  });
  // An idle connection was ended from the other side. The pool has let go of it; unheard, the event would end the process.
  pool.on("error", ({ message }) => log().debug({ reason: message }, "an idle connection to the database has ended"));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), canPrepare: true };
}

function connected(): Connected {
  shared.siteInboxDb ??= connect();
  return shared.siteInboxDb;
}

/** The process's one Prisma client, for what is not asked often. Connected on first use. */
export const db = (): PrismaClient => connected().prisma;

/** Runs one statement straight on the driver, which costs a fraction of what the Prisma client does. */
export async function query<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const { rows } = await connected().pool.query<Row>({ text: statement.text, values: statement.values });
  return rows;
}

/**
 * Like `query`, for a statement that finds its rows by their keys: each connection plans it once, whatever the values are,
 * which halves what it costs PostgreSQL.
 */
export async function queryPrepared<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const open = connected();
  const { text, values } = statement;
  if (!open.canPrepare) return query<Row>(statement);
  try {
    const { rows } = await open.pool.query<Row>({ name: nameOf(text), text, values });
    return rows;
  } catch (error) {
    if (!isNotPrepared(error)) throw error;
    log().warn("a pooler between here and the database keeps no prepared statements, so none are used");
    open.canPrepare = false;
    return query<Row>(statement);
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `site_inbox_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}

export async function closeDb(): Promise<void> {
  const open = shared.siteInboxDb;
  delete shared.siteInboxDb;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
