import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { postgresTransport } from "./postgres-transport.ts";
import { redisTransport } from "./redis-transport.ts";
import type { Listening, Transport } from "./transport.ts";

const BATCH_MS = 5;
// Between batches under load: each one is a transaction.
const NEXT_BATCH_MS = 20;
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 3_000;

const Payload = z.object({ from: z.string(), notices: z.array(z.unknown()) });

export type BusListener<T> = {
  onNotifications(notifications: T[]): void;
  /** This process is connected to the others (again). Notifications sent in between may have been lost. */
  onRestored(): void;
};

/**
 * Carries notifications to this process and, in small batches, to the other processes of one database. It may lose some,
 * so that the reconciler has to find what they were about.
 */
export class Bus<T extends object> {
  readonly #name = randomUUID();
  readonly #schema: z.ZodType<T>;
  #listener: BusListener<T> | undefined;
  #transport: Transport | undefined;
  #outgoing: T[] = [];
  #sending: Promise<void> | undefined;
  #unsent = 0;
  #connection: Listening | undefined;
  #attempt = 0;
  #tried: PromiseWithResolvers<void> | undefined;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  constructor(schema: z.ZodType<T>) {
    this.#schema = schema;
  }

  /** Sets the listener for this process's own notifications and, after `listening()`, for the others'. */
  subscribe(listener: BusListener<T>): void {
    this.#listener = listener;
  }

  publish(notification: T): void {
    this.#listener?.onNotifications([notification]);
    this.#outgoing.push(notification);
    this.#sending ??= this.#sendSoon();
  }

  /** Sends a notification the way that those of other processes come, so that it has to arrive here. */
  async echo(notification: T): Promise<void> {
    await this.check();
    await this.#through().send(JSON.stringify({ from: randomUUID(), notices: [notification] }));
  }

  /**
   * Resolves once this process receives the others' notifications, or knows that it can't for now. Then `onRestored`
   * is called as soon as it can. Starts listening on the first call.
   */
  listening(): Promise<void> {
    if (!this.#tried) {
      this.#tried = Promise.withResolvers();
      void this.#connect();
    }
    return this.#tried.promise;
  }

  /** Whether this process lost its connection to the others, and hasn't got another yet. */
  isCutOff(): boolean {
    return this.#failures > 0;
  }

  /** Detects a connection that died silently. */
  async check(): Promise<void> {
    const attempt = this.#attempt;
    await this.#connection?.check().catch((error: unknown) => this.#lost(attempt, error));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    await this.#sending;
    await this.#connection?.close();
  }

  // Settings aren't loaded yet when the bus is created.
  #through(): Transport {
    this.#transport ??= chooseTransport();
    return this.#transport;
  }

  async #sendSoon(): Promise<void> {
    await pause(BATCH_MS);
    while (this.#outgoing.length > 0) {
      const batch = this.#outgoing;
      this.#outgoing = [];
      try {
        for (const payload of this.#payloads(batch)) await this.#through().send(payload);
        this.#unsent = 0;
      } catch (error) {
        this.#noteSendingFails(error);
      }
      await pause(NEXT_BATCH_MS);
    }
    this.#sending = undefined;
  }

  // Once per outage. A process that also listens has logged it already.
  #noteSendingFails(error: unknown): void {
    if (this.#unsent === 0 && this.#failures === 0) {
      log().warn(
        { reason: reasonOf(error) },
        "change notifications could not be sent; other processes find the changes by polling",
      );
    }
    this.#unsent += 1;
  }

  #payloads(notifications: T[]): string[] {
    const groups: string[][] = [[]];
    let bytes = 0;
    for (const notification of notifications) {
      const text = JSON.stringify(notification);
      if (bytes + text.length + 1 > this.#through().payloadMaxBytes) {
        groups.push([]);
        bytes = 0;
      }
      groups.at(-1)?.push(text);
      bytes += text.length + 1;
    }
    return groups.map((group) => `{"from":"${this.#name}","notices":[${group.join(",")}]}`);
  }

  async #connect(): Promise<void> {
    const attempt = ++this.#attempt;
    try {
      const connection = await this.#through().listen(
        (payload) => this.#receive(payload),
        (error) => this.#lost(attempt, error),
      );
      if (this.#attempt !== attempt || this.#closing.signal.aborted) return void (await connection.close());
      this.#connection = connection;
    } catch (error) {
      return this.#lost(attempt, error);
    }
    const wasLost = this.#failures > 0;
    this.#failures = 0;
    this.#tried?.resolve();
    if (!wasLost) return;
    log().info("connected to the other processes again");
    this.#listener?.onRestored();
  }

  #lost(attempt: number, error: unknown): void {
    if (this.#closing.signal.aborted || this.#attempt !== attempt) return;
    // Later callbacks of this attempt are ignored.
    this.#attempt += 1;
    void this.#connection?.close();
    this.#connection = undefined;
    if (this.#failures === 0) {
      log().warn(
        { reason: reasonOf(error) },
        "change notifications from other processes do not arrive; polling for changes and reconnecting",
      );
    }
    this.#failures += 1;
    this.#tried?.resolve();
    const wait = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #receive(payload: string): void {
    const { data } = Payload.safeParse(parseJson(payload));
    if (data?.from === this.#name) return;
    const read = data?.notices.map((notification) => this.#schema.safeParse(notification));
    // Another version of the service may publish kinds that this one doesn't know.
    if (!read?.every(({ success }) => success))
      log().warn("a change notification from another process could not be read");
    this.#listener?.onNotifications(read?.flatMap(({ success, data }) => (success ? [data] : [])) ?? []);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A host name with several addresses fails with one error per address and an empty message of its own.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : "";
}

/** Uses Redis if it's configured, and PostgreSQL's LISTEN and NOTIFY otherwise. */
function chooseTransport(): Transport {
  return env().REDIS_URL === undefined ? postgresTransport : redisTransport;
}
