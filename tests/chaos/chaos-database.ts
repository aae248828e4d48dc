import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openEmbedded } from "../../server/database/embedded.ts";
import { serverOf } from "../support/data-folder-test.ts";
import { query } from "../support/database.ts";
import { discardDatabase } from "../support/throwaway-database.ts";

const ONE_IN_USE = `SELECT pid FROM pg_stat_activity WHERE application_name = 'site-inbox' ORDER BY query_start DESC LIMIT 1`;

/** A durable database, like a service's own, that's restarted when it exits. */
export async function chaosDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), "site-inbox-chaos-"));
  const { url, stop } = await openEmbedded(dataDir, { supervisedBy: () => undefined });

  /** The whole server: it is gone at once, or breaks off at once (PostgreSQL's "immediate" stop). */
  async function killServer(signal: "SIGKILL" | "SIGQUIT"): Promise<void> {
    const server = await serverOf(dataDir);
    if (server === undefined) throw new Error("no database server runs");
    process.kill(server, signal);
    while ((await serverOf(dataDir)) === server) await pause(20);
  }

  /** One of its processes, after which it ends all others and recovers. */
  async function killBackend(): Promise<void> {
    const [backend] = await query<{ pid: number }>(url, ONE_IN_USE);
    if (backend) process.kill(backend.pid, "SIGKILL");
  }

  const ways = [() => killServer("SIGKILL"), killBackend, () => killServer("SIGQUIT")];
  let kills = 0;
  return {
    url,
    kills: () => kills,
    /** Ends it in the next of the ways in which a database can end, and waits until it is back. */
    kill: async () => {
      await ways[kills++ % ways.length]?.();
      while (!(await responds(url))) await pause(50);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await discardDatabase(dataDir);
    },
  };
}

export type ChaosDatabase = Awaited<ReturnType<typeof chaosDatabase>>;

const responds = (url: string) =>
  query(url, "SELECT 1").then(
    () => true,
    () => false,
  );
