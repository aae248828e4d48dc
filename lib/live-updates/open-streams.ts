import { EventStream } from "#platform/live/event-stream.ts";
import { HEARTBEAT, READY, RESYNC } from "#platform/live/sse-frame.ts";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";

const HEARTBEAT_MS = 20_000;
const MAX_OF_OWNER = 64;
const MAX_OF_VISITOR = 16;
const RESYNC_AT_ONCE = 100;
const RESYNC_PAUSE_MS = 20;

type OwnerCaller = Pick<OwnerScope, "workspaceId" | "userId" | "sessionId" | "tokenEndsAt">;
type VisitorCaller = Pick<VisitorScope, "visitorId" | "siteId" | "tokenEndsAt">;
type Open<C> = { caller: C; stream: EventStream };
type Opening<C> = {
  index: Map<string, Set<Open<C>>>;
  key: string;
  caller: C;
  /** Picks the streams that end to make room. */
  displaced: (others: Open<C>[]) => Open<C>[];
  onClosed: (() => void) | undefined;
};

const anchorOf = (caller: OwnerCaller | VisitorCaller) => ("sessionId" in caller ? caller.sessionId : caller.siteId);

/** The streams that one process serves, indexed by workspace and visitor. */
export class OpenStreams {
  readonly #owners = new Map<string, Set<Open<OwnerCaller>>>();
  readonly #visitors = new Map<string, Set<Open<VisitorCaller>>>();
  readonly #all = new Set<Open<OwnerCaller | VisitorCaller>>();
  #heartbeat: NodeJS.Timeout | undefined;

  /** Opens a stream for an owner. Past the limit their oldest one ends, since it's the likeliest to be dead. */
  openOwner(caller: OwnerCaller, onClosed?: () => void): EventStream {
    const displaced = (others: Open<OwnerCaller>[]) =>
      others.filter((other) => other.caller.userId === caller.userId).slice(0, 1 - MAX_OF_OWNER);
    return this.#open({ index: this.#owners, key: caller.workspaceId, caller, displaced, onClosed });
  }

  openVisitor(caller: VisitorCaller, onClosed?: () => void): EventStream {
    const displaced = (others: Open<VisitorCaller>[]) => others.slice(0, 1 - MAX_OF_VISITOR);
    return this.#open({ index: this.#visitors, key: caller.visitorId, caller, displaced, onClosed });
  }

  hasWorkspace = (workspaceId: string) => this.#owners.has(workspaceId);
  hasVisitor = (visitorId: string) => this.#visitors.has(visitorId);

  get size(): number {
    return this.#all.size;
  }

  /** Returns how many streams are open on each side. */
  counts(): { owner: number; visitor: number } {
    let owner = 0;
    for (const { caller } of this.#all) if ("sessionId" in caller) owner += 1;
    return { owner, visitor: this.size - owner };
  }

  toWorkspace(workspaceId: string, frame: Uint8Array): void {
    for (const { stream } of [...(this.#owners.get(workspaceId) ?? [])]) stream.write(frame);
  }

  toVisitor(visitorId: string, frame: Uint8Array): void {
    for (const { stream } of [...(this.#visitors.get(visitorId) ?? [])]) stream.write(frame);
  }

  /** Asks every client to fetch again, in groups, so that they don't all query at the same moment. */
  resync(waiting = [...this.#all]): void {
    for (const { stream } of waiting.slice(0, RESYNC_AT_ONCE)) stream.write(RESYNC);
    const rest = waiting.slice(RESYNC_AT_ONCE);
    if (rest.length > 0) setTimeout(() => this.resync(rest), RESYNC_PAUSE_MS).unref();
  }

  /** Returns the ids that streams depend on: the sessions of owners and the sites of visitors. */
  anchors(): Set<string> {
    return new Set([...this.#all].map(({ caller }) => anchorOf(caller)));
  }

  /** Ends the streams that depend on one of these sessions or sites. */
  endAnchored(ids: ReadonlySet<string>): void {
    this.#endWhere((caller) => ids.has(anchorOf(caller)));
  }

  endVisitor(visitorId: string): void {
    for (const { stream } of [...(this.#visitors.get(visitorId) ?? [])]) stream.end();
  }

  endExpired(): void {
    const now = new Date();
    this.#endWhere(({ tokenEndsAt }) => tokenEndsAt !== null && tokenEndsAt <= now);
  }

  endAll(): void {
    this.#endWhere(() => true);
  }

  #endWhere(isOver: (caller: OwnerCaller | VisitorCaller) => boolean): void {
    for (const { caller, stream } of [...this.#all]) if (isOver(caller)) stream.end();
  }

  #open<C extends OwnerCaller | VisitorCaller>({ index, key, caller, displaced, onClosed }: Opening<C>): EventStream {
    for (const { stream } of displaced([...(index.get(key) ?? [])])) stream.end();
    const stream = new EventStream(() => {
      const set = index.get(key);
      set?.delete(open);
      if (set?.size === 0) index.delete(key);
      this.#all.delete(open);
      if (this.size === 0) this.#stopHeartbeat();
      onClosed?.();
    });
    const open = { caller, stream };
    this.#all.add(open);
    const set = index.get(key) ?? new Set();
    index.set(key, set.add(open));
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    stream.write(READY);
    return stream;
  }

  #beat(): void {
    for (const { stream } of [...this.#all]) stream.write(HEARTBEAT);
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
