import { Gauge, type Registry } from "prom-client";
import { liveUpdates } from "#lib/live/live-updates/live-updates.ts";
import { openConnections } from "#platform/database/database.ts";
import { runningVersion } from "#platform/version.ts";

/** Adds values that change constantly, and are read when metrics are scraped. */
export function addGauges(registry: Registry): void {
  const registers = [registry];
  const { version, commit = "" } = runningVersion();
  new Gauge({
    name: "site_inbox_info",
    help: "Which version runs: always 1.",
    labelNames: ["version", "commit"],
    // Not the sum over processes.
    aggregator: "max",
    registers,
  }).set({ version, commit }, 1);
  new Gauge({
    name: "site_inbox_streams_open",
    help: "Event streams that are open, by whose they are.",
    labelNames: ["of"],
    registers,
    collect() {
      const { owner, visitor } = liveUpdates().streamCounts();
      this.set({ of: "owner" }, owner);
      this.set({ of: "visitor" }, visitor);
    },
  });
  new Gauge({
    name: "site_inbox_processes_cut_off",
    help: "Processes that don't hear of the others' changes at once, because Redis or the database's LISTEN is down.",
    registers,
    collect() {
      this.set(liveUpdates().isCutOff() ? 1 : 0);
    },
  });
  new Gauge({
    name: "site_inbox_database_connections",
    help: "Connections of the pools, by state; waiting are statements that have none.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(openConnections())) this.set({ state }, count);
    },
  });
}
