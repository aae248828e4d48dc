import { EventStream } from "#platform/live/event-stream.ts";
import { heartbeatFrame, RESYNC, readyFrame } from "#platform/live/sse-frame.ts";
import { Multimap } from "#platform/multimap.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { AccessBook, type Entry, reaches } from "./access-book.ts";

const HEARTBEAT_MS = 20_000;
// Each stream is in one of these groups. All streams at once would keep the process from anything else for a while.
const HEARTBEAT_GROUPS = 100;
// How many clients may return to a process in a second. It takes two thirds of a core, and PostgreSQL two fifths of one.
const RETURNS_PER_SECOND = 1_200;
const CORES_FOR_RETURNS = 2;
const MAX_OF_OWNER = 64;
const MAX_OF_VISITOR = 16;
// Each client then makes some requests. None is urgent: the reconciler finds missed changes too.
const RESYNC_AT_ONCE = 10;
const RESYNC_PAUSE_MS = 20;

type OwnerCaller = Pick<OwnerScope, "workspaceId" | "userId" | "sessionId" | "tokenEndsAt" | "version">;
type Member = OwnerCaller & { entry: Entry };
type VisitorCaller = Pick<VisitorScope, "visitorId" | "siteId" | "tokenEndsAt">;
/** A part of what a visitor sees, and its state. */
export type Shown = { part: string; state: string };
type Visitor = VisitorCaller & { shown: Map<string, string> };
type Open<C> = { caller: C; stream: EventStream; isReady: boolean };
type Opening<C> = {
  index: Multimap<Open<C>>;
  key: string;
  caller: C;
  /** Picks the streams that end to make room, of those opened before. */
  displaced: (others: Open<C>[]) => Open<C>[];
  onClosed: (() => void) | undefined;
};

/** The members that an event is for: everyone who may see the site, or one person. */
type Audience = { workspaceId: string; siteId?: string | undefined; userId?: string };

/**
 * A stream that's being opened. It already gets every event, but holds them until its caller has been checked and what
 * the caller may have missed was read.
 */
export type OpeningStream = {
  /** Sends `ready` with this data, then the events held so far. `shown` is what the client has by then. */
  begin(ready?: object, shown?: Shown[]): EventStream;
  /** Gives it up, with the events it holds. */
  drop(): void;
};

const anchorOf = (caller: OwnerCaller | VisitorCaller) => ("sessionId" in caller ? caller.sessionId : caller.siteId);

/** The streams that one process serves, indexed by workspace, person, visitor, and the session or site each depends on. */
export class OpenStreams {
  /** What their people may see. It has to be fresh when an event is written. */
  readonly access = new AccessBook({
    onEnded: (entry) => this.#endOf(entry),
    onChanged: (entry) => this.#resyncOf(entry),
  });
  readonly #owners = new Multimap<Open<Member>>();
  readonly #people = new Multimap<Open<unknown>>();
  readonly #visitors = new Multimap<Open<Visitor>>();
  readonly #anchored = new Multimap<Open<unknown>>();
  readonly #all = new Set<Open<Member | Visitor>>();
  readonly #groups = Array.from({ length: HEARTBEAT_GROUPS }, () => new Set<EventStream>());
  readonly #returnsPerSecond: () => number;
  #heartbeat: NodeJS.Timeout | undefined;
  #lastGroup = 0;

  constructor(perSecond = () => RETURNS_PER_SECOND) {
    this.#returnsPerSecond = perSecond;
  }

  /** Opens a stream for an owner. Past the limit their oldest one ends, since it's the likeliest to be dead. */
  openOwner(owner: OwnerCaller, onClosed?: () => void): OpeningStream {
    const entry = this.access.enter(owner);
    const displaced = (others: Open<Member>[]) =>
      others.filter((other) => other.caller.userId === owner.userId).slice(0, 1 - MAX_OF_OWNER);
    const leave = () => {
      this.access.leave(entry);
      onClosed?.();
    };
    const caller = { ...owner, entry };
    return this.#open({ index: this.#owners, key: owner.workspaceId, caller, displaced, onClosed: leave });
  }

  openVisitor(visitor: VisitorCaller, onClosed?: () => void): OpeningStream {
    const displaced = (others: Open<Visitor>[]) => others.slice(0, 1 - MAX_OF_VISITOR);
    const caller = { ...visitor, shown: new Map<string, string>() };
    const opening = this.#open({ index: this.#visitors, key: visitor.visitorId, caller, displaced, onClosed });
    const begin: OpeningStream["begin"] = (ready, shown = []) => {
      // The events held so far are sent after it.
      for (const { part, state } of shown) if (!caller.shown.has(part)) caller.shown.set(part, state);
      return opening.begin(ready);
    };
    return { ...opening, begin };
  }

  hasWorkspace = (workspaceId: string) => this.#owners.has(workspaceId);
  /** Returns the workspaces that members have streams of. */
  workspaces = () => this.#owners.keys();
  /** Returns whose streams a workspace's events may be for. */
  peopleOf = (workspaceId: string): string[] => [
    ...new Set(this.#owners.of(workspaceId).map(({ caller }) => caller.userId)),
  ];
  hasVisitor = (visitorId: string) => this.#visitors.has(visitorId);

  /** Whether anyone on either side has been getting a conversation's events, beside streams that are being opened. */
  isFollowed({ workspaceId, visitorId }: { workspaceId: string; visitorId: string }): boolean {
    const streams: Open<unknown>[] = [...this.#owners.of(workspaceId), ...this.#visitors.of(visitorId)];
    return streams.some(({ isReady }) => isReady);
  }

  get size(): number {
    return this.#all.size;
  }

  /** Returns how many streams are open on each side. */
  counts(): { owner: number; visitor: number } {
    let owner = 0;
    for (const { caller } of this.#all) if ("sessionId" in caller) owner += 1;
    return { owner, visitor: this.size - owner };
  }

  /** Writes to all members' streams. */
  toWorkspace(workspaceId: string, frame: Uint8Array): void {
    for (const { caller, stream } of this.#owners.of(workspaceId)) if (caller.entry.isMember) stream.write(frame);
  }

  /** Writes to the streams of those members who may see it. `frameOf` leaves a person out with null. */
  toMembers({ workspaceId, siteId, userId }: Audience, frameOf: (userId: string) => Uint8Array | null): void {
    for (const { caller, stream } of this.#owners.of(workspaceId)) {
      if ((userId !== undefined && caller.userId !== userId) || !reaches(caller.entry, siteId)) continue;
      const frame = frameOf(caller.userId);
      if (frame) stream.write(frame);
    }
  }

  /** Writes to a person's streams in all their workspaces. */
  toPerson(userId: string, frame: Uint8Array): void {
    for (const { stream } of this.#people.of(userId)) stream.write(frame);
  }

  /** Writes to a visitor's streams. `shown` is what the frame shows. */
  toVisitor(visitorId: string, frame: Uint8Array, shown?: Shown): void {
    for (const { caller, stream } of this.#visitors.of(visitorId)) {
      if (shown) caller.shown.set(shown.part, shown.state);
      stream.write(frame);
    }
  }

  /** Writes to those of a visitor's streams that haven't shown this yet. Most changes of a conversation are the team's own. */
  showVisitor(visitorId: string, frame: Uint8Array, { part, state }: Shown): void {
    for (const { caller, stream } of this.#visitors.of(visitorId)) {
      if (caller.shown.get(part) === state) continue;
      caller.shown.set(part, state);
      stream.write(frame);
    }
  }

  /** Asks every client to fetch again, in groups, so that they don't all query at the same moment. */
  resync(waiting = [...this.#all]): void {
    for (const { caller, stream } of waiting.slice(0, RESYNC_AT_ONCE)) {
      if ("shown" in caller) caller.shown.clear();
      stream.write(RESYNC);
    }
    const rest = waiting.slice(RESYNC_AT_ONCE);
    if (rest.length > 0) setTimeout(() => this.resync(rest), RESYNC_PAUSE_MS).unref();
  }

  /** Returns the ids that streams depend on: the sessions of owners and the sites of visitors. */
  anchors(): Set<string> {
    return this.#anchored.keys();
  }

  /** Ends the streams that depend on one of these sessions or sites. */
  endAnchored(ids: ReadonlySet<string>): void {
    for (const id of ids) for (const { stream } of this.#anchored.of(id)) stream.end();
  }

  endVisitor(visitorId: string): void {
    for (const { stream } of this.#visitors.of(visitorId)) stream.end();
  }

  endExpired(): void {
    const now = new Date();
    for (const { caller, stream } of [...this.#all])
      if (caller.tokenEndsAt !== null && caller.tokenEndsAt <= now) stream.end();
  }

  /** Ends all streams, each with the time for its client to return. */
  endAll(): void {
    const all = [...this.#all];
    for (const { stream } of all) stream.write(heartbeatFrame(this.#returnMs(all.length)));
    for (const { stream } of all) stream.end();
  }

  /** A time in seconds for a client to return that can't be served now. */
  returnSeconds = () => 1 + Math.floor(this.#returnMs(2 * RETURNS_PER_SECOND + this.size) / 1_000);

  // Anything up to the time that so many clients need to return one after the other.
  #returnMs = (clients: number) => Math.ceil((Math.random() * clients * 1_000) / this.#returnsPerSecond());

  #streamsOf(entry: Entry): EventStream[] {
    const open = this.#owners.of(entry.workspaceId);
    return open.filter(({ caller }) => caller.entry === entry).map(({ stream }) => stream);
  }

  #endOf(entry: Entry): void {
    for (const stream of this.#streamsOf(entry)) stream.end();
  }

  #resyncOf(entry: Entry): void {
    for (const stream of this.#streamsOf(entry)) stream.write(RESYNC);
  }

  #open<C extends Member | Visitor>(opening: Opening<C>): OpeningStream {
    const { index, key, caller, displaced, onClosed } = opening;
    const group = this.#groups[Math.floor(Math.random() * HEARTBEAT_GROUPS)];
    const stream = new EventStream(() => {
      index.delete(key, open);
      if ("userId" in caller) this.#people.delete(caller.userId, open);
      this.#anchored.delete(anchorOf(caller), open);
      this.#all.delete(open);
      group?.delete(stream);
      if (this.size === 0) this.#stopHeartbeat();
      onClosed?.();
    });
    const open = { caller, stream, isReady: false };
    this.#all.add(open);
    index.add(key, open);
    if ("userId" in caller) this.#people.add(caller.userId, open);
    this.#anchored.add(anchorOf(caller), open);
    const begin = (ready: object = {}) => {
      // Only others: a stream that couldn't be opened ends none.
      for (const other of displaced(index.of(key).filter(({ isReady }) => isReady))) other.stream.end();
      stream.begin(readyFrame(ready, this.#returnMs(this.size)));
      // It may have ended meanwhile.
      if (!this.#all.has(open)) return stream;
      open.isReady = true;
      group?.add(stream);
      this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS / HEARTBEAT_GROUPS).unref();
      return stream;
    };
    return { begin, drop: () => stream.abandon() };
  }

  #beat(): void {
    this.#lastGroup = (this.#lastGroup + 1) % HEARTBEAT_GROUPS;
    for (const stream of this.#groups[this.#lastGroup] ?? []) stream.write(heartbeatFrame(this.#returnMs(this.size)));
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

/** Returns how many clients may return to each of a host's processes in a second. */
export const returnsPerSecond = (processes: number, cores: number): number =>
  RETURNS_PER_SECOND * Math.min(1, cores / (CORES_FOR_RETURNS * processes));
