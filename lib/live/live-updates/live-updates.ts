import { availableParallelism } from "node:os";
import { batchLoader } from "#platform/database/batch-loader.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { networkKeys } from "#platform/limits/keys.ts";
import { type StreamKeys, StreamSlots } from "#platform/limits/stream-slots.ts";
import { EventStream } from "#platform/live/event-stream.ts";
import { sseFrame } from "#platform/live/sse-frame.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import { processWide } from "#platform/process-wide.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { ChangeNotification, FoundChange, StreamedChange } from "../../base/changes/change.ts";
import { changeBus } from "../../base/changes/publish-change.ts";
import { toVisitorConversationJson } from "../../desk/conversations/json.ts";
import { broadcast, shownOf } from "./broadcast.ts";
import { type ArrivalConversation, type ArrivalRow, findArrivals } from "./change-queries.system.ts";
import { DeliveredState } from "./delivered-state.ts";
import { type OpeningStream, OpenStreams, returnsPerSecond, type Shown } from "./open-streams.ts";
import { Reconciler } from "./reconciler.ts";
import type { VisitorEvent } from "./schema.ts";

const CORES = availableParallelism();
const OPEN_WITHIN_MS = 3_000;
// The stream of a visitor with more conversations begins without them, and their client fetches what it shows.
const LISTED_MAX = 3;
// So few that the streams already open get their events in between.
const ARRIVALS_AT_ONCE = 200;
// With the accept queue before it, some seconds' work. A client gives up after ten.
const OPENING_MAX = 4_096;
const OPENING_LEAST = 100;
const BUSY = "Very many streams are being opened. Come back after the seconds that Retry-After says.";

/** This process's live updates: its event streams, and the path from a change to them. */
export class LiveUpdates {
  readonly #streams = new OpenStreams(() => returnsPerSecond(env().WEB_CONCURRENCY, CORES));
  readonly #slots = new StreamSlots();
  readonly #delivered = new DeliveredState();
  readonly #bus = changeBus();
  readonly #reconciler = new Reconciler({
    streams: this.#streams,
    delivered: this.#delivered,
    onFound: (changes) => this.#accept(changes),
    checkConnection: () => this.#bus.check(),
  });
  readonly #workspaces = batchLoader((ids) => this.#reconciler.noteWorkspaces(ids));
  readonly #access = batchLoader((ids) => this.#streams.access.freshen(ids));
  readonly #arrivals = batchLoader((tokens) => this.#readArrivals(tokens), { most: ARRIVALS_AT_ONCE });
  readonly #probes = new Set<EventStream>();
  #opening = 0;
  #waiting: StreamedChange[] = [];
  #delivering: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor() {
    this.#bus.subscribe({
      onNotifications: (changes) => this.#accept(changes),
      onRestored: () => this.#streams.resync(),
    });
  }

  /**
   * Counts a stream as being opened until the returned function is called. Throws `unavailable` before any work if so many
   * are being opened that its client would give up waiting.
   */
  admit(): () => void {
    const most = Math.max(OPENING_LEAST, Math.min(OPENING_MAX, env().LIMIT_STREAMS / 4));
    if (this.#opening >= most) {
      throw new AppError("unavailable", { detail: BUSY, retryAfter: this.#streams.returnSeconds() });
    }
    this.#opening += 1;
    return () => {
      this.#opening -= 1;
    };
  }

  /**
   * Throws `rate_limited` if this process has as many streams as it allows, or `unavailable` if what the caller may see
   * has changed since the gate admitted them.
   */
  openOwnerStream(scope: OwnerScope): Promise<EventStream> {
    const { workspaceId } = scope;
    const isFirst = !this.#streams.hasWorkspace(workspaceId);
    return this.#withSlot(
      null,
      (leave) => this.#streams.openOwner(scope, leave),
      async () => {
        await this.#ready();
        if (isFirst) await this.#workspaces(workspaceId);
        await this.#access(workspaceId);
        if (!this.#streams.access.isAsOf(scope)) throw new AppError("unavailable", { retryAfter: 1 });
        return {};
      },
    );
  }

  /**
   * Throws `unauthenticated` if the visitor was erased, `not_found` if the site is gone, `not_accepted` if the
   * visitor is blocked, or `rate_limited` if their address, their site or this process has too many streams.
   */
  openVisitorStream(scope: VisitorScope, clientAddress: string | null): Promise<EventStream> {
    const { siteId, visitorId } = scope;
    return this.#withSlot(
      { siteId, networks: networkKeys(clientAddress) },
      (leave) => this.#streams.openVisitor(scope, leave),
      async () => {
        const rows = (await this.#arrivals(`${visitorId} ${siteId}`)).get(visitorId) ?? [];
        return { ready: readyOf(rows), shown: rows.filter(hasConversation).flatMap(shownOf) };
      },
    );
  }

  /** Opens a stream that gets this process's probes, and nothing else. */
  async openProbeStream(): Promise<EventStream> {
    await this.#ready();
    const stream = new EventStream(() => this.#probes.delete(stream));
    this.#probes.add(stream);
    return stream;
  }

  #showProbe(id: string): void {
    for (const stream of this.#probes) stream.write(sseFrame("probe", { id }));
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
    for (const stream of this.#probes) stream.end();
    await this.#delivering;
    await this.#bus.close();
  }

  // The slot is taken before any work is done for the stream, and freed when it closes. The stream gets events from
  // then on, but sends none before `check` has passed, so what `check` reads is never older than the first event.
  async #withSlot(
    keys: StreamKeys | null,
    open: (leave: () => void) => OpeningStream,
    check: () => Promise<{ ready?: object; shown?: Shown[] }>,
  ): Promise<EventStream> {
    const leave = this.#slots.enter(keys);
    const opening = open(leave);
    try {
      const { ready, shown } = await check();
      return opening.begin(ready, shown);
    } catch (error) {
      opening.drop();
      throw error;
    }
  }

  // All visitors who arrive at the same time cost one query.
  async #readArrivals(keys: ReadonlySet<string>): Promise<Map<string, ArrivalRow[]>> {
    await this.#ready();
    const visitors = [...keys].map((key) => {
      const [visitorId = "", siteId = ""] = key.split(" ");
      return { visitorId, siteId };
    });
    const rows = await findArrivals(visitors, LISTED_MAX + 1);
    this.#reconciler.noteFetched(rows.filter(hasConversation));
    return Map.groupBy(rows, ({ visitorId }) => visitorId);
  }

  // From here on no change is missed, whichever process makes it. While the bus is down, the reconciler finds it
  // seconds later.
  async #ready(): Promise<void> {
    if (this.#closing.signal.aborted) throw this.#stopping();
    const late = AbortSignal.timeout(OPEN_WITHIN_MS);
    const failure = new Promise<never>((_, reject) => {
      late.addEventListener("abort", () => reject(new AppError("unavailable")), { once: true });
    });
    await Promise.race([this.#bus.listening().then(() => this.#reconciler.start()), failure]);
    if (this.#closing.signal.aborted) throw this.#stopping();
  }

  // No failure: its client comes back to this service or another process.
  #stopping = () => new AppError("unavailable", { retryAfter: this.#streams.returnSeconds() });

  #accept(heard: (ChangeNotification | FoundChange)[]): void {
    for (const change of heard) if (change.kind === "probe") this.#showProbe(change.id);
    const changes = heard.filter((change) => change.kind !== "probe");
    if (this.#streams.size === 0 || changes.length === 0) return;
    // At once: the batch that's being sent mustn't go by it either.
    for (const change of changes) if (change.kind === "access") this.#streams.access.expire(change);
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

const hasConversation = (row: ArrivalRow): row is ArrivalRow & ArrivalConversation => row.id !== null;

/** Returns the data of a visitor's `ready`. Throws if they may not have a stream. */
function readyOf(rows: ArrivalRow[]): VisitorEvent["ready"] {
  const [visitor] = rows;
  if (!visitor || visitor.isErased) throw new AppError("unauthenticated");
  if (!visitor.isSiteActive) throw new AppError("not_found");
  if (visitor.isBlocked) throw new AppError("not_accepted");
  if (rows.length > LISTED_MAX) return {};
  const listed = rows.filter(hasConversation).map((row) => ({
    ...toVisitorConversationJson(row),
    read: { owner: row.ownerReadSeq, visitor: row.visitorReadSeq },
  }));
  return { listed };
}

export const liveUpdates = processWide("live updates", () => new LiveUpdates());

export async function closeLiveUpdates(): Promise<void> {
  await liveUpdates().close();
}
