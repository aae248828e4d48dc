import { batchLoader } from "#platform/database/batch-loader.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { networkKeys } from "#platform/limits/keys.ts";
import { type StreamKeys, StreamSlots } from "#platform/limits/stream-slots.ts";
import type { EventStream } from "#platform/live/event-stream.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import { processWide } from "#platform/process-wide.ts";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import type { ChangeNotification, FoundChange } from "../changes/change.ts";
import { changeBus } from "../changes/publish-change.ts";
import { broadcast } from "./broadcast.ts";
import { findActiveIds, findBlockedVisitors, findErasedVisitors } from "./change-queries.system.ts";
import { DeliveredState } from "./delivered-state.ts";
import { OpenStreams } from "./open-streams.ts";
import { Reconciler } from "./reconciler.ts";

const OPEN_WITHIN_MS = 3_000;

/** This process's live updates: its event streams, and the path from a change to them. */
export class LiveUpdates {
  readonly #streams = new OpenStreams();
  readonly #slots = new StreamSlots();
  readonly #delivered = new DeliveredState();
  readonly #bus = changeBus();
  readonly #reconciler = new Reconciler({
    streams: this.#streams,
    delivered: this.#delivered,
    onFound: (changes) => this.#accept(changes),
    checkConnection: () => this.#bus.check(),
  });
  readonly #standing = batchLoader(findActiveIds);
  readonly #blocked = batchLoader(findBlockedVisitors);
  readonly #erased = batchLoader(findErasedVisitors);
  #waiting: (ChangeNotification | FoundChange)[] = [];
  #delivering: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor() {
    this.#bus.subscribe({
      onNotifications: (changes) => this.#accept(changes),
      onRestored: () => this.#streams.resync(),
    });
  }

  /** Throws `rate_limited` if this process has as many streams as it allows. */
  openOwnerStream(scope: OwnerScope): Promise<EventStream> {
    return this.#withSlot(null, async (leave) => {
      const { workspaceId } = scope;
      if (!this.#streams.hasWorkspace(workspaceId)) await this.#reconciler.noteKnown({ workspaceId });
      await this.#ready();
      return this.#streams.openOwner(scope, leave);
    });
  }

  /**
   * Throws `unauthenticated` if the visitor was erased, `not_found` if the site is gone, `not_accepted` if the
   * visitor is blocked, or `rate_limited` if their address, their site or this process has too many streams.
   */
  openVisitorStream(scope: VisitorScope, clientAddress: string | null): Promise<EventStream> {
    const { siteId, visitorId } = scope;
    return this.#withSlot({ siteId, networks: networkKeys(clientAddress) }, async (leave) => {
      const [sites, blocked, erased] = await Promise.all([
        this.#standing(siteId),
        this.#blocked(visitorId),
        this.#erased(visitorId),
      ]);
      if (erased.has(visitorId)) throw new AppError("unauthenticated");
      if (!sites.has(siteId)) throw new AppError("not_found");
      if (blocked.has(visitorId)) throw new AppError("not_accepted");
      if (!this.#streams.hasVisitor(visitorId)) await this.#reconciler.noteKnown({ visitorId });
      await this.#ready();
      return this.#streams.openVisitor(scope, leave);
    });
  }

  streamCounts(): { owner: number; visitor: number } {
    return this.#streams.counts();
  }

  /** Whether this process doesn't hear the others for now. */
  isCutOff(): boolean {
    return this.#bus.isCutOff();
  }

  /** Ends all streams and refuses new ones. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#reconciler.stop();
    this.#streams.endAll();
    await this.#delivering;
    await this.#bus.close();
  }

  // The slot is taken before any work is done for the stream, and freed when it closes.
  async #withSlot(keys: StreamKeys | null, open: (leave: () => void) => Promise<EventStream>): Promise<EventStream> {
    const leave = this.#slots.enter(keys);
    try {
      return await open(leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  // From here on no change is missed, whichever process makes it. While the bus is down, the reconciler finds it
  // seconds later.
  async #ready(): Promise<void> {
    if (this.#closing.signal.aborted) throw new AppError("unavailable");
    const late = AbortSignal.timeout(OPEN_WITHIN_MS);
    const failure = new Promise<never>((_, reject) => {
      late.addEventListener("abort", () => reject(new AppError("unavailable")), { once: true });
    });
    await Promise.race([this.#bus.listening().then(() => this.#reconciler.start()), failure]);
    if (this.#closing.signal.aborted) throw new AppError("unavailable");
  }

  #accept(changes: (ChangeNotification | FoundChange)[]): void {
    if (this.#streams.size === 0 || changes.length === 0) return;
    this.#waiting.push(...changes);
    this.#delivering ??= this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const started = performance.now();
      let result = "told";
      try {
        await broadcast(batch, this.#streams, this.#delivered);
      } catch (error) {
        result = "failed";
        logFailure(error, "could not send changes; clients were asked to refetch");
        this.#streams.resync();
      }
      countDelivery({ to: "live", result, ms: performance.now() - started });
    }
    this.#delivering = undefined;
  }
}

export const liveUpdates = processWide("live updates", () => new LiveUpdates());

export async function closeLiveUpdates(): Promise<void> {
  await liveUpdates().close();
}
