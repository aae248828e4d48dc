import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@playwright/test";
import { query } from "../support/database.ts";
import { signUp } from "../support/sign-up.ts";
import { startService } from "../support/start-service.ts";
import type { ChaosDatabase } from "./chaos-database.ts";
import { ChaosOwner } from "./chaos-owner.ts";
import { ChaosVisitor } from "./chaos-visitor.ts";
import { ChaosProxy, type Faults, NO_FAULTS } from "./proxy.ts";
import { chance, pick, type Random, seededRandom } from "./random.ts";

export type ChaosOptions = {
  rounds: number;
  visitors: number;
  /** The same seed does the same, as far as the network and the machine let it. */
  seed: number;
  database: ChaosDatabase;
  authSecret: string;
  /** The file for what one of the processes logs or stores. */
  outputFile: (name: string) => string;
};

export type ChaosReport = {
  rounds: number;
  /** Of processes of the service. */
  kills: number;
  databaseKills: number;
  /** Browsers of visitors that were killed and started again. */
  crashes: number;
  proxy: ChaosProxy["counts"];
  written: number;
  acknowledged: number;
  stored: number;
};

const ROUND_MS = 1_500;
const TICK_MS = 25;
const SETTLE_MS = 60_000;

const faultsOf = (random: Random): Faults => ({
  refuse: random() * 0.2,
  cut: random() * 0.05,
  duplicate: 0.2,
  delay: random() * 0.5,
  delayMsMax: 300,
});

type StoredMessage = { id: string; conversation_id: string; seq: number; sender_type: string; body: string };

/**
 * Several visitors and an owner, with the product's own client code, over a network that goes wrong, on two processes and
 * a database that are killed and started again. At the end everything that was written is stored exactly once and in the order it was
 * written, `seq` has no gaps, and every screen shows what the database holds.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = seededRandom(options.seed);
  const services = await Promise.all([startOne(options, 0), startOne(options, 1)]);
  const ports = () => services.flatMap(({ port }) => (port === undefined ? [] : [port]));
  const proxy = new ChaosProxy(ports, random);
  const baseUrl = await proxy.listen();
  const { token, siteKey } = await signUp(`http://127.0.0.1:${services[0]?.port}`);
  const visitors = Array.from({ length: options.visitors }, (_, at) => {
    const storageFile = options.outputFile(`storage-${at}`);
    return new ChaosVisitor({ baseUrl, siteKey, name: `visitor ${at + 1}`, tabs: at === 0 ? 2 : 1, storageFile });
  });
  const owner = new ChaosOwner({ baseUrl, token, name: `owner of ${options.seed}` });
  let crashes = 0;
  let kills = 0;

  try {
    for (let round = 0; round < options.rounds; round += 1) {
      proxy.faults = faultsOf(random);
      const [one, other] = round % 2 === 0 ? services : services.toReversed();
      const victims = [[one], [], [one, other]][round % 3] ?? [];
      // No process could start while its database is away.
      const restart = victims.length === 0 ? options.database.kill() : killAll(victims, options);
      kills += victims.length;
      crashes += visitors[round % visitors.length]?.crash() ? 1 : 0;
      for (let passed = 0; passed < ROUND_MS; passed += TICK_MS) {
        if (chance(random, 0.3)) pick(random, visitors)?.write(random);
        if (chance(random, 0.15)) owner.act(random);
        if (chance(random, 0.01)) crashes += pick(random, visitors)?.crash() ? 1 : 0;
        if (chance(random, 0.01)) owner.reload();
        if (chance(random, 0.01)) proxy.cutAll();
        await pause(TICK_MS);
      }
      await restart;
    }
    proxy.faults = NO_FAULTS;
    await settle(options, visitors, owner);
    const acknowledged = [...visitors, owner].flatMap((client) => client.acknowledged);
    const stored = await checkStored(options, visitors, owner, acknowledged);
    return {
      rounds: options.rounds,
      kills,
      databaseKills: options.database.kills(),
      crashes,
      proxy: proxy.counts,
      written: visitors.flatMap(({ written }) => written).length + owner.written.length,
      acknowledged: new Set(acknowledged.map(({ id }) => id)).size,
      stored,
    };
  } finally {
    owner.close();
    await Promise.all(visitors.map((visitor) => visitor.close()));
    await proxy.close();
    await Promise.all(services.map(({ stop }) => stop()));
  }
}

type Service = { at: number; port: number | undefined; stop(signal?: "SIGKILL"): Promise<unknown> };

async function startOne({ database, authSecret, outputFile }: ChaosOptions, at: number): Promise<Service> {
  const { port, stop } = await startService({
    settings: {
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: database.url,
      AUTH_SECRET: authSecret,
      LOG_LEVEL: "warn",
    },
    log: outputFile(`service-${at}.log`),
  });
  return { at, port, stop };
}

async function killAll(services: (Service | undefined)[], options: ChaosOptions): Promise<void> {
  for (const service of services) await kill(service, options);
}

/** Ends a process as a power cut would, and starts it again. */
async function kill(service: Service | undefined, options: ChaosOptions): Promise<void> {
  if (!service) return;
  service.port = undefined;
  await service.stop("SIGKILL");
  Object.assign(service, await startOne(options, service.at));
}

const storedMessages = ({ database }: ChaosOptions) =>
  query<StoredMessage>(
    database.url,
    "SELECT id, conversation_id, seq, sender_type, body FROM messages ORDER BY conversation_id, seq",
  );

/** Waits until nobody has anything left to send, and every tab shows what is stored. */
async function settle(options: ChaosOptions, visitors: ChaosVisitor[], owner: ChaosOwner): Promise<void> {
  const busy = () => [...visitors, owner].filter(({ isDone }) => !isDone).map(({ name }) => name);
  await expect.poll(busy, { timeout: SETTLE_MS, message: "nobody has anything left to send" }).toEqual([]);
  const stored = Map.groupBy(await storedMessages(options), ({ conversation_id }) => conversation_id);
  for (const [id, rows] of stored) {
    const wanted = rows.map(({ id, seq, body }) => ({ id, seq, body }));
    // A tab shows the newest messages, and earlier ones after scrolling up.
    const shown = () => {
      owner.tab.showOlder(id);
      return owner.tab.shown(id).map(({ id, seq, body }) => ({ id, seq, body }));
    };
    await expect
      .poll(shown, { timeout: SETTLE_MS, message: "the owner's screen shows what is stored" })
      .toEqual(wanted);
    for (const visitor of visitors) {
      if (!rows.some(({ body }) => body.startsWith(`${visitor.name} `))) continue;
      const screens = () => {
        visitor.showOlder();
        return visitor.screens.map(({ messages }) => messages);
      };
      const each = visitor.screens.map(() => wanted);
      await expect.poll(screens, { timeout: SETTLE_MS, message: "each tab shows what is stored" }).toEqual(each);
    }
  }
}

async function checkStored(
  options: ChaosOptions,
  visitors: ChaosVisitor[],
  owner: ChaosOwner,
  acknowledged: { id: string; seq: number; body: string }[],
): Promise<number> {
  const stored = await storedMessages(options);
  for (const [, rows] of Map.groupBy(stored, ({ conversation_id }) => conversation_id)) {
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  }
  const byId = new Map(stored.map((row) => [row.id, row]));
  for (const { id, seq, body } of acknowledged) expect(byId.get(id)).toMatchObject({ seq, body });
  const bodies = stored.map(({ body }) => body);
  for (const { name, written } of visitors) {
    expect(bodies.filter((body) => body.startsWith(`${name} `))).toEqual(written);
  }
  for (const [to, written] of Map.groupBy(owner.written, ({ to }) => to)) {
    const inIt = stored.filter((row) => row.conversation_id === to && row.sender_type === "owner");
    expect(inIt.map(({ body }) => body)).toEqual(written.map(({ body }) => body));
  }
  return stored.length;
}
