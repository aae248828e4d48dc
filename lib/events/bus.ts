import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { z } from "zod";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { Notice } from "./notice.ts";

const CHANNEL = "site_inbox";
// PostgreSQL takes 7,999 bytes (its manual, NOTIFY); the rest is for what stands around the notices.
const PAYLOAD_MAX_BYTES = 7_800;
const BATCH_MS = 5;
const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 5_000;
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 3_000;

const Payload = z.object({ from: z.string(), notices: z.array(z.unknown()) });

type Listener = {
  onNotices(notices: Notice[]): void;
  /** The connection is there again: what was told meanwhile has been missed. */
  onRestored(): void;
};

/**
 * Carries notices between the processes of one database: LISTEN on one connection of its own, NOTIFY in small batches on
 * the pool, outside of the transactions that the notices are about.
 */
export class Bus {
  readonly #name = randomUUID();
  readonly #listener: Listener;
  #outgoing: Notice[] = [];
  #sending: Promise<void> | undefined;
  #client: Client | undefined;
  #listening: PromiseWithResolvers<void> | undefined;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #state: "connecting" | "listening" | "lost" | "closed" = "connecting";

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  publish(notice: Notice): void {
    this.#outgoing.push(notice);
    this.#sending ??= this.#sendSoon();
  }

  /** Resolves once this process hears the others; begins to listen when first asked. */
  listening(): Promise<void> {
    if (!this.#listening) {
      this.#listening = Promise.withResolvers();
      void this.#connect();
    }
    return this.#listening.promise;
  }

  /** Finds out a connection that is dead without having said so. */
  async check(): Promise<void> {
    const client = this.#client;
    await client?.query("SELECT 1").catch((error: unknown) => this.#lost(client, error));
  }

  async close(): Promise<void> {
    this.#state = "closed";
    clearTimeout(this.#retry);
    await this.#sending;
    await this.#client?.end().catch(() => undefined);
  }

  async #sendSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
    while (this.#outgoing.length > 0) {
      const notices = this.#outgoing;
      this.#outgoing = [];
      try {
        for (const payload of this.#payloads(notices)) {
          await db().$executeRaw`SELECT pg_notify(${CHANNEL}, ${payload})`;
        }
      } catch (error) {
        // The sweeps of the other processes find what they were not told.
        log().warn({ reason: reasonOf(error) }, "other processes could not be told of changes");
      }
    }
    this.#sending = undefined;
  }

  #payloads(notices: Notice[]): string[] {
    const groups: string[][] = [[]];
    let bytes = 0;
    for (const notice of notices) {
      const text = JSON.stringify(notice);
      if (bytes + text.length + 1 > PAYLOAD_MAX_BYTES) {
        groups.push([]);
        bytes = 0;
      }
      groups.at(-1)?.push(text);
      bytes += text.length + 1;
    }
    return groups.map((group) => `{"from":"${this.#name}","notices":[${group.join(",")}]}`);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: env().DATABASE_URL,
      application_name: "site-inbox-listen",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("the connection ended")));
    client.on("notification", ({ payload = "" }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      return this.#lost(client, error);
    }
    if (this.#client !== client) return;
    if (this.#state === "closed") return void client.end().catch(() => undefined);
    const wasLost = this.#state === "lost";
    this.#state = "listening";
    this.#failures = 0;
    this.#listening?.resolve();
    if (wasLost) this.#listener.onRestored();
  }

  #lost(client: Client | undefined, error: unknown): void {
    if (this.#state === "closed" || !client || this.#client !== client) return;
    this.#client = undefined;
    if (this.#failures === 0) {
      log().warn({ reason: reasonOf(error) }, "the connection that hears other processes is gone, trying again");
    }
    // Whoever waited before goes on waiting for the same promise.
    if (this.#state === "listening") {
      this.#listening = Promise.withResolvers();
      this.#state = "lost";
    }
    this.#failures += 1;
    void client.end().catch(() => undefined);
    const wait = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #receive(payload: string): void {
    const { data } = Payload.safeParse(parseJson(payload));
    if (data?.from === this.#name) return;
    const read = data?.notices.map((notice) => Notice.safeParse(notice));
    // Another version of the service may tell of more than this one knows.
    if (!read?.every(({ success }) => success)) log().warn("a notice of another process could not be read");
    this.#listener.onNotices(read?.flatMap((notice) => (notice.success ? [notice.data] : [])) ?? []);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : "");
