import { AsyncLocalStorage } from "node:async_hooks";
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { countStatement } from "../metrics/count.ts";
import { processWide } from "../process-wide.ts";
import { sqlState } from "./database-failure.ts";

const ROLLBACK_MS = 1_000;

/**
 * The connection of one transaction, which Prisma's client and SQL share. Prisma begins and ends the transaction; what's
 * sent on the way is counted, and times out, like every other statement.
 */
export class TransactionConnection {
  readonly #silenceMs: number;
  #client: PoolClient | undefined;
  #wasTaken = false;
  #endedBy: "COMMIT" | "ROLLBACK" | undefined;
  #isBroken = false;
  #wasRolledBack = false;
  /** Why there's no connection. Prisma's own error doesn't say. */
  connectError: unknown;
  /** Why the COMMIT failed, as the driver says it. */
  commitError: unknown;

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs;
  }

  /** Whether it's for the connection that's being opened: the first one. */
  take(): boolean {
    const isFirst = !this.#wasTaken;
    this.#wasTaken = true;
    return isFirst;
  }

  /** Whether PostgreSQL rolled back at the COMMIT, because a statement had failed. */
  wasRolledBack(): boolean {
    return this.#wasRolledBack;
  }

  open(client: PoolClient): PoolClient {
    this.#client = client;
    // The statement that runs then fails with it. An event without a listener would end the process.
    client.on("error", ignore);
    const shared = {
      query: (config: QueryConfig) => this.query(config),
      on: client.on.bind(client),
      removeListener: client.removeListener.bind(client),
      release: (error?: unknown) => {
        if (error) this.#isBroken = true;
        this.release();
      },
    };
    return shared as unknown as PoolClient;
  }

  async query<Row extends object>(config: QueryConfig): Promise<QueryResult<Row>> {
    const { text } = config;
    const client = this.#client;
    // Behind a ROLLBACK, it would be committed alone.
    if (!client || (this.#endedBy && text !== "ROLLBACK")) {
      throw new Error("a statement was sent after its transaction had ended");
    }
    if (text === "COMMIT" || text === "ROLLBACK") this.#endedBy = text;
    const limited = { ...config, query_timeout: text === "ROLLBACK" ? ROLLBACK_MS : this.#silenceMs };
    try {
      const result = await countStatement(() => client.query<Row>(limited), sqlState);
      if (text === "COMMIT" && result.command !== "COMMIT") this.#wasRolledBack = true;
      return result;
    } catch (error) {
      // Without a response, whether the transaction is open is unknown.
      if ((text === "BEGIN" || this.#endedBy) && sqlState(error) === undefined) this.#isBroken = true;
      if (text === "COMMIT") this.commitError = error;
      throw error;
    }
  }

  /** Returns the connection to the pool, or closes it if it may be in a transaction. */
  release(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.off("error", ignore);
    client?.release(this.#isBroken);
  }
}

const ignore = () => undefined;

// A page's copy of this module opens transactions on the pool that a route's may have made.
const opening = processWide("transactions that are opened", () => new AsyncLocalStorage<TransactionConnection>());

/** Runs `work`, whose first connection of a TransactionPool is this one. */
export const openingWith = <T>(connection: TransactionConnection, work: () => Promise<T>): Promise<T> =>
  opening().run(connection, work);

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that passes the connection of a transaction to what opened it. */
export class TransactionPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    // The pool's own queries call it with one.
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    const connection = opening().getStore();
    if (!connection?.take()) return super.connect();
    return super.connect().then(
      (client) => connection.open(client),
      (error: unknown) => {
        connection.connectError = error;
        throw error;
      },
    );
  }
}
