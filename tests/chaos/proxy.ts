import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { chance, type Random } from "./random.ts";

/** How often, out of one, something goes wrong; and for how long data is held back at most. */
export type Faults = { refuse: number; cut: number; duplicate: number; delay: number; delayMsMax: number };

export const NO_FAULTS: Faults = { refuse: 0, cut: 0, duplicate: 0, delay: 0, delayMsMax: 0 };

/**
 * A network between the clients and the services that refuses, cuts, delays and duplicates connections: a duplicated one
 * reaches a service twice, byte for byte, and one of the two responses is dropped.
 */
export class ChaosProxy {
  readonly counts = { connections: 0, refused: 0, cut: 0, delayed: 0, duplicated: 0 };
  faults = NO_FAULTS;
  readonly #upstreams: () => number[];
  readonly #random: Random;
  readonly #open = new Set<Socket>();
  readonly #server = createServer((client) => this.#accept(client));
  #turn = 0;

  /** `upstreams` are the ports of the services that run; connections go to them in turn. */
  constructor(upstreams: () => number[], random: Random) {
    this.#upstreams = upstreams;
    this.#random = random;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts every connection at once, as when a network goes away. */
  cutAll(): void {
    for (const socket of this.#open) this.#cut(socket);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    this.counts.connections += 1;
    this.#keep(client);
    const ports = this.#upstreams();
    const port = ports[this.#turn++ % Math.max(1, ports.length)];
    if (port === undefined || chance(this.#random, this.faults.refuse)) {
      this.counts.refused += 1;
      client.destroy();
      return;
    }
    const upstream = this.#connect(port, client);
    const other = ports[this.#turn % ports.length] ?? port;
    const copy = chance(this.#random, this.faults.duplicate) ? this.#connect(other) : undefined;
    if (copy) this.counts.duplicated += 1;
    client.on("data", (data: Buffer) => {
      void this.#pass(data, upstream);
      if (copy) void this.#pass(data, copy);
    });
    upstream.on("data", (data: Buffer) => void this.#pass(data, client));
    copy?.resume();
    client.on("close", () => {
      upstream.end();
      copy?.end();
    });
  }

  #connect(port: number, client?: Socket): Socket {
    const upstream = connect(port, "127.0.0.1");
    this.#keep(upstream);
    if (client) upstream.on("close", () => client.end());
    return upstream;
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#open.delete(socket));
  }

  // Each direction keeps its order: a delayed piece holds back those after it.
  readonly #queues = new WeakMap<Socket, Promise<void>>();

  #pass(data: Uint8Array, to: Socket): Promise<void> {
    const { cut, delay, delayMsMax } = this.faults;
    const isDelayed = chance(this.#random, delay);
    const isCut = chance(this.#random, cut);
    if (isDelayed) this.counts.delayed += 1;
    const before = this.#queues.get(to) ?? Promise.resolve();
    const passed = before.then(async () => {
      if (isDelayed) await new Promise((resolve) => setTimeout(resolve, this.#random() * delayMsMax));
      if (!isCut) to.write(data);
      // A part of the data may still arrive.
      else {
        to.write(data.subarray(0, Math.floor(this.#random() * data.length)));
        this.#cut(to);
      }
    });
    this.#queues.set(to, passed);
    return passed;
  }

  #cut(socket: Socket): void {
    this.counts.cut += 1;
    socket.destroySoon();
  }
}
