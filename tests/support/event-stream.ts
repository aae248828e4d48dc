import { expect } from "@playwright/test";
import type { z } from "zod";
import { OwnerEvents, VisitorEvents } from "#lib/live/live-updates/schema.ts";
import { testEnvironment } from "./environment.ts";
import type { Owner, Visitor } from "./factories.ts";

type Schemas = typeof OwnerEvents | typeof VisitorEvents;
/** A name of any stream, so that streams of both sides can be waited for alike. */
type EventName = keyof typeof OwnerEvents;
type Data<S extends Schemas, Name extends EventName> = Name extends keyof S
  ? S[Name] extends z.ZodType
    ? z.output<S[Name]>
    : never
  : never;
type Received = { name: string; data: unknown; id?: string };

const PATIENCE_MS = 20_000;

/** One open stream of server-sent events, each of them parsed by its strict schema. */
export class TestStream<S extends Schemas> implements AsyncDisposable {
  readonly response: Response;
  /** Everything that came, in order; heartbeats as ":". */
  readonly received: Received[] = [];
  /** Resolves once the server has ended the stream, with how it ended. */
  readonly ended: Promise<"closed" | "cut">;
  readonly #schemas: S;
  readonly #abort: AbortController;
  readonly #waiting = new Set<() => void>();
  #seen = 0;

  constructor(response: Response, schemas: S, abort: AbortController) {
    this.response = response;
    this.#schemas = schemas;
    this.#abort = abort;
    this.ended = this.#read();
  }

  /** The next event of this name that fits, after those that were taken before; what does not fit is passed over. */
  async next<Name extends EventName>(
    name: Name,
    fits: (data: Data<S, Name>) => boolean = () => true,
  ): Promise<Data<S, Name>> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      while (this.#seen < this.received.length) {
        const { name: found, data } = this.received[this.#seen++] ?? {};
        if (found === name && fits(data as Data<S, Name>)) return data as Data<S, Name>;
      }
      const happened = await this.#more(deadline);
      expect(happened, `no ${name} came; there was ${JSON.stringify(this.received)}`).toBe(true);
    }
  }

  /** Checks that nothing has come since the last event that was taken, by causing one that comes after it. */
  async expectNothingBefore(name: EventName, cause: () => Promise<unknown>): Promise<void> {
    const from = this.#seen;
    await cause();
    await this.next(name);
    const names = this.received.slice(from, this.#seen).map((event) => event.name);
    expect(names.filter((found) => found !== ":")).toEqual([name]);
  }

  /** The names of what came, without heartbeats. */
  names(): string[] {
    return this.received.map(({ name }) => name).filter((name) => name !== ":");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }

  #more(deadline: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = (happened: boolean) => () => {
        this.#waiting.delete(onMore);
        resolve(happened);
      };
      const onMore = wake(true);
      this.#waiting.add(onMore);
      deadline.addEventListener("abort", wake(false), { once: true });
      void this.ended.then(wake(false));
    });
  }

  async #read(): Promise<"closed" | "cut"> {
    let text = "";
    try {
      for await (const chunk of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.received.push(this.#parse(block));
        for (const wake of [...this.#waiting]) wake();
      }
      return "closed";
    } catch {
      return "cut";
    }
  }

  #parse(block: string): Received {
    if (block.startsWith(":")) return { name: ":", data: null };
    const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const name = fields.get("event") ?? "";
    const schema: z.ZodType | undefined = this.#schemas[name as keyof S] as z.ZodType | undefined;
    if (!schema) throw new Error(`an event of no known name: ${block}`);
    const id = fields.get("id");
    return { name, data: schema.parse(JSON.parse(fields.get("data") ?? "")), ...(id !== undefined && { id }) };
  }
}

type Where = { baseUrl?: string };

async function openStream<S extends Schemas>(path: string, token: string, schemas: S, { baseUrl }: Where) {
  const abort = new AbortController();
  const response = await fetch((baseUrl ?? testEnvironment.baseUrl) + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  expect(response.status, await (response.ok ? "" : response.text())).toBe(200);
  const stream = new TestStream(response, schemas, abort);
  await stream.next("ready");
  return stream;
}

/** Opens the owner's stream and waits until it is ready. */
export const ownerStream = (owner: Pick<Owner, "token">, where: Where = {}) =>
  openStream("/events", owner.token, OwnerEvents, where);

/** Opens the visitor's stream and waits until it is ready. */
export const visitorStream = (visitor: Pick<Visitor, "token">, where: Where = {}) =>
  openStream("/public/events", visitor.token, VisitorEvents, where);
