import { findMemberships } from "./change-queries.system.ts";

// Nothing is written by access that was read longer ago.
const MAX_AGE_MS = 2_000;
// A read may take so long that it's too old when it's done.
const READS_MAX = 3;
const SOON_MAX = 100;
const REREAD_AT_ONCE = 1_000;

export type Person = { workspaceId: string; userId: string };

/** What a person with streams may see in a workspace, as of `readAt` by `performance.now()`. */
export type Entry = Person & {
  isMember: boolean;
  /** Null: all sites. */
  siteIds: ReadonlySet<string> | null;
  /** Of the member's row. */
  version: number;
  readAt: number;
  expiredAt: number;
  streams: number;
};

/** Whether an entry allows what belongs to a site. Only all sites include one that isn't known. */
export const reaches = ({ isMember, siteIds }: Entry, siteId: string | undefined): boolean =>
  isMember && (siteIds === null || (siteId !== undefined && siteIds.has(siteId)));

type Options = { onEnded: (entry: Entry) => void; onChanged: (entry: Entry) => void };

/**
 * What each person with an open stream may see. It's read again before it gets too old to write events by, so that
 * nobody depends on a change notification to lose access.
 */
export class AccessBook {
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the person's entry for one more stream. Nothing is written by it until it has been read. */
  enter({ workspaceId, userId, version }: Person & { version: number }): Entry {
    const people = this.#entries.get(workspaceId) ?? new Map<string, Entry>();
    this.#entries.set(workspaceId, people);
    const unread = {
      isMember: false,
      siteIds: null,
      version,
      readAt: -Infinity,
      expiredAt: -Infinity,
      streams: 0,
    };
    const entry = people.get(userId) ?? { workspaceId, userId, ...unread };
    people.set(userId, entry);
    entry.streams += 1;
    if (entry.version !== version) this.#expire(entry);
    return entry;
  }

  /** Whether the book has the same version of a membership as the gate read. */
  isAsOf({ workspaceId, userId, version }: Person & { version: number }): boolean {
    const entry = this.#entries.get(workspaceId)?.get(userId);
    return entry?.isMember === true && entry.version === version;
  }

  /** Forgets the entry with its last stream. */
  leave(entry: Entry): void {
    entry.streams -= 1;
    const people = this.#entries.get(entry.workspaceId);
    if (entry.streams > 0 || people?.get(entry.userId) !== entry) return;
    people.delete(entry.userId);
    if (people.size === 0) this.#entries.delete(entry.workspaceId);
  }

  /** Discards a person's entry, also one that's being read. */
  expire({ workspaceId, userId }: Person): void {
    const entry = this.#entries.get(workspaceId)?.get(userId);
    if (entry) this.#expire(entry);
  }

  #expire(entry: Entry): void {
    entry.readAt = -Infinity;
    entry.expiredAt = performance.now();
  }

  /**
   * Reads again what's too old of these workspaces. Until the next `await`, everything may be written by it. Throws if it
   * can't be read in time.
   */
  async freshen(workspaceIds: ReadonlySet<string>): Promise<void> {
    for (let reads = 0; ; reads += 1) {
      const needed = this.#olderThan(MAX_AGE_MS, workspaceIds);
      if (needed.length === 0) return;
      if (reads === READS_MAX) throw new Error("what members may see couldn't be read in time");
      // With the others that are needed soon: one query then does for all of them.
      const soon = this.#olderThan(MAX_AGE_MS / 2).slice(0, SOON_MAX);
      await this.#read([...new Set([...needed, ...soon])]);
    }
  }

  /** Reads everything again. */
  async reread(): Promise<void> {
    const old = this.#olderThan(MAX_AGE_MS);
    for (let at = 0; at < old.length; at += REREAD_AT_ONCE) await this.#read(old.slice(at, at + REREAD_AT_ONCE));
  }

  #olderThan(ms: number, workspaceIds: Iterable<string> = this.#entries.keys()): Entry[] {
    const oldest = performance.now() - ms;
    return [...workspaceIds]
      .flatMap((id) => [...(this.#entries.get(id)?.values() ?? [])])
      .filter(({ readAt }) => readAt < oldest);
  }

  async #read(entries: Entry[]): Promise<void> {
    const sentAt = performance.now();
    const rows = await findMemberships(entries);
    const found = new Map(rows.map((row) => [`${row.workspaceId} ${row.userId}`, row]));
    for (const entry of entries) {
      // A later read, or an expiry since, is newer.
      if (sentAt <= entry.expiredAt || sentAt < entry.readAt) continue;
      entry.readAt = sentAt;
      const row = found.get(`${entry.workspaceId} ${entry.userId}`);
      entry.isMember = row !== undefined;
      if (!row) {
        this.#options.onEnded(entry);
        continue;
      }
      const isChanged = row.version !== entry.version;
      entry.version = row.version;
      entry.siteIds = row.siteIds && new Set(row.siteIds);
      if (isChanged) this.#options.onChanged(entry);
    }
  }
}
