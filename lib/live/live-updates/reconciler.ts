import { logFailure } from "#platform/failure-log.ts";
import type { ChangeNotification, FoundChange } from "../../base/changes/change.ts";
import {
  type AddedNote,
  type ChangedRead,
  type ChangedRow,
  type DeletedRow,
  databaseTime,
  findActiveIds,
  findAddedNotes,
  findChangedConversations,
  findChangedReads,
  findDeletions,
  type Sought,
  touchSessions,
} from "./change-queries.system.ts";
import type { DeliveredState } from "./delivered-state.ts";
import type { OpenStreams } from "./open-streams.ts";

const EVERY_MS = 5_000;
// `updated_at` is set before the commit. Statements time out after five seconds, so no commit lags further behind.
const OVERLAP_MS = 15_000;
// The notification of such a recent change may still arrive. The next round checks again.
const GRACE_MS = 1_000;
const KEEP_MS = 60_000;
// 5,000 changed conversations a second, for as long as a round and the overlap take (20 s).
const ROWS_MAX = 100_000;
const UNDELIVERED_MAX = 10_000;
const HOUR_MS = 3_600_000;

type Options = {
  streams: OpenStreams;
  delivered: DeliveredState;
  onFound(changes: (ChangeNotification | FoundChange)[]): void;
  checkConnection(): Promise<void>;
};

type FetchedRow = Omit<ChangedRow, "siteId">;

const earlier = (moment: Date, ms: number) => new Date(moment.getTime() - ms);

/**
 * Polls every few seconds, while any client is connected, for changes that weren't sent: the notification was lost
 * with its connection, or its process was killed between commit and sending (contract.md section 7).
 */
export class Reconciler {
  readonly #options: Options;
  #started: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #since = new Date(0);
  /** Changes that the last round skipped because their notification might still arrive: `updatedAt` by id. */
  #left = new Map<string, number>();
  #useNotedAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves once every later change is sure to be found. */
  start(): Promise<void> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  /** Records as sent what the new clients of these workspaces are about to fetch. */
  async noteWorkspaces(ids: ReadonlySet<string>): Promise<void> {
    // Nothing is sent before the first round, which records everything.
    if (this.#started === undefined) return;
    await this.#started;
    this.noteFetched(await findChangedConversations({ since: this.#since, workspaces: ids, limit: ROWS_MAX }));
  }

  /** Records as sent what new clients fetch, unless others already listen to it. */
  noteFetched(rows: FetchedRow[]): void {
    const { streams } = this.#options;
    for (const row of rows) if (row.updatedAt > this.#since && !streams.isFollowed(row)) this.#noteFetched(row);
  }

  // With its messages, so that later ones are sent in order, whichever notification arrives first.
  #noteFetched({ id, lastSeq, updatedAt }: FetchedRow): void {
    this.#options.delivered.noteState(id, updatedAt);
    this.#options.delivered.noteRange(id, { first: lastSeq, last: lastSeq });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#started = undefined;
  }

  async #begin(): Promise<void> {
    try {
      // Clients fetch what happened before the first stream, so it counts as sent.
      const now = await databaseTime();
      const [changed, deleted] = await this.#read(earlier(now, OVERLAP_MS));
      this.#options.delivered.clear();
      for (const row of changed) this.#noteFetched(row);
      for (const { id } of deleted) this.#options.delivered.noteDeleted(id);
      this.#since = earlier(now, OVERLAP_MS);
      this.#next();
    } catch (error) {
      this.#started = undefined;
      throw error;
    }
  }

  #next(): void {
    this.#timer = setTimeout(() => void this.#run(), EVERY_MS).unref();
  }

  async #run(): Promise<void> {
    if (this.#options.streams.size === 0) return this.stop();
    try {
      await this.reconcile();
    } catch (error) {
      logFailure(error, "polling for changes failed; will retry");
    }
    if (this.#started !== undefined) this.#next();
  }

  /** Finds and sends changes missed since the last round. */
  async reconcile(): Promise<void> {
    const { streams, delivered, onFound, checkConnection } = this.#options;
    streams.endExpired();
    await checkConnection();
    const now = await databaseTime();
    const [[changed, deleted], notes, reads] = await Promise.all([
      this.#read(this.#since),
      findAddedNotes(this.#sought(this.#since)),
      findChangedReads(this.#sought(this.#since)),
    ]);
    const undelivered = changed.filter((row) => this.#isUndelivered(row));
    const isTooMuch = [changed, deleted, notes, reads].some(({ length }) => length === ROWS_MAX);
    if (isTooMuch || undelivered.length > UNDELIVERED_MAX) streams.resync();
    const [due, left] = this.#sort(undelivered, now);
    this.#left = new Map(left.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
    onFound([
      ...due.flatMap((row) => this.#found(row)),
      ...deleted.flatMap((row) => this.#foundDeleted(row)),
      ...notes.flatMap((note) => this.#foundNote(note, now)),
      ...reads.flatMap((read) => this.#foundRead(read, now)),
    ]);
    this.#since = earlier(now, OVERLAP_MS);
    delivered.forgetBefore(earlier(now, KEEP_MS), KEEP_MS);
    await streams.access.reread();
    await this.#endOrphans();
    await this.#noteUseHourly();
  }

  #read(since: Date): Promise<[ChangedRow[], DeletedRow[]]> {
    return Promise.all([findChangedConversations(this.#sought(since)), findDeletions(since, ROWS_MAX)]);
  }

  // Only what this process has streams for: others' changes are other processes' work.
  #sought(since: Date): Sought {
    const { streams } = this.#options;
    return { since, workspaces: streams.workspaces(), sites: streams.anchors(), limit: ROWS_MAX };
  }

  #hasListener({ workspaceId, visitorId }: ChangedRow): boolean {
    const { streams } = this.#options;
    return streams.hasWorkspace(workspaceId) || streams.hasVisitor(visitorId);
  }

  #isUndelivered(row: ChangedRow): boolean {
    const { delivered } = this.#options;
    if (delivered.isDelivered(row.id, row.updatedAt)) return false;
    if (this.#hasListener(row)) return true;
    delivered.forgetRange(row.id);
    delivered.noteState(row.id, row.updatedAt);
    return false;
  }

  // Due by the clock, or, since clocks get set, because the last round found it in the same state.
  #sort(undelivered: ChangedRow[], now: Date): [due: ChangedRow[], left: ChangedRow[]] {
    const isDue = ({ id, updatedAt }: ChangedRow) =>
      updatedAt < earlier(now, GRACE_MS) || this.#left.get(id) === updatedAt.getTime();
    return [undelivered.filter(isDue), undelivered.filter((row) => !isDue(row))];
  }

  #found({ id, workspaceId, siteId, visitorId, lastSeq }: ChangedRow): (ChangeNotification | FoundChange)[] {
    const ref = { conversationId: id, workspaceId, siteId, visitorId };
    const last = this.#options.delivered.rangeOf(id)?.last;
    // If it isn't known how much was sent, the clients see what they miss by `lastSeq`.
    const messages: ChangeNotification[] =
      last !== undefined && last < lastSeq ? [{ kind: "message", seq: lastSeq, ...ref }] : [];
    return [...messages, { kind: "changed", ...ref }];
  }

  #foundNote({ createdAt, ...note }: AddedNote, now: Date): ChangeNotification[] {
    const { streams, delivered } = this.#options;
    const isSent = delivered.isNoteDelivered(note.conversationId, note.seq) || createdAt >= earlier(now, GRACE_MS);
    return isSent || !streams.hasWorkspace(note.workspaceId) ? [] : [{ kind: "note", ...note }];
  }

  #foundRead({ readAt, ...read }: ChangedRead, now: Date): ChangeNotification[] {
    const { streams, delivered } = this.#options;
    const isSent =
      delivered.isReadDelivered(read.conversationId, read.userId, readAt) || readAt >= earlier(now, GRACE_MS);
    return isSent || !streams.peopleOf(read.workspaceId).includes(read.userId) ? [] : [{ kind: "seen", ...read }];
  }

  #foundDeleted({ id, workspaceId, siteId, visitorId }: DeletedRow): ChangeNotification[] {
    // Sent or not: a stream may have been opening at that moment.
    if (id === visitorId) return [{ kind: "visitor-erased", visitorId }];
    if (this.#options.delivered.isDeletionDelivered(id)) return [];
    if (visitorId === null) return [{ kind: "site-deleted", workspaceId, siteId: id }];
    const place = { conversationId: id, workspaceId, visitorId };
    return [{ kind: "deleted", ...place, ...(siteId !== null && { siteId }) }];
  }

  // A stream ends with its session or its site, even if the notification was lost.
  async #endOrphans(): Promise<void> {
    const { streams } = this.#options;
    const anchors = streams.anchors();
    streams.endAnchored(anchors.difference(await findActiveIds(anchors)));
  }

  async #noteUseHourly(): Promise<void> {
    if (Date.now() - this.#useNotedAt < HOUR_MS) return;
    this.#useNotedAt = Date.now();
    await touchSessions(this.#options.streams.anchors());
  }
}
