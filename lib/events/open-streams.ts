import type { OwnerScope, VisitorScope } from "../auth/scopes.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { HEARTBEAT, READY, RESYNC } from "./frame.ts";

const HEARTBEAT_MS = 20_000;
const MAX_OF_OWNER = 64;
const MAX_OF_VISITOR = 16;

type OwnerCaller = Pick<OwnerScope, "workspaceId" | "userId" | "sessionId" | "tokenExpiresAt">;
type VisitorCaller = Pick<VisitorScope, "visitorId" | "siteId" | "tokenExpiresAt">;
type Open<C> = { caller: C; stream: EventStream };

/** The streams that one process serves, found by whom an event concerns. */
export class OpenStreams {
  readonly #owners = new Map<string, Set<Open<OwnerCaller>>>();
  readonly #visitors = new Map<string, Set<Open<VisitorCaller>>>();
  readonly #all = new Set<Open<OwnerCaller | VisitorCaller>>();
  #heartbeat: NodeJS.Timeout | undefined;

  /** Opens a stream for an owner. Beyond the limit their oldest one ends: it is the likeliest to be dead. */
  openOwner(caller: OwnerCaller): EventStream {
    return this.#open(this.#owners, caller.workspaceId, caller, (others) =>
      others.filter((other) => other.caller.userId === caller.userId).slice(0, 1 - MAX_OF_OWNER),
    );
  }

  openVisitor(caller: VisitorCaller): EventStream {
    return this.#open(this.#visitors, caller.visitorId, caller, (others) => others.slice(0, 1 - MAX_OF_VISITOR));
  }

  hasWorkspace = (workspaceId: string) => this.#owners.has(workspaceId);
  hasVisitor = (visitorId: string) => this.#visitors.has(visitorId);

  get size(): number {
    return this.#all.size;
  }

  toWorkspace(workspaceId: string, frame: Uint8Array): void {
    for (const { stream } of [...(this.#owners.get(workspaceId) ?? [])]) stream.write(frame);
  }

  toVisitor(visitorId: string, frame: Uint8Array): void {
    for (const { stream } of [...(this.#visitors.get(visitorId) ?? [])]) stream.write(frame);
  }

  /** Tells everybody to fetch again. */
  resync(): void {
    for (const { stream } of [...this.#all]) stream.write(RESYNC);
  }

  /** What the streams hang on: the sessions of owners, the sites of visitors. */
  anchors(): { sessionIds: string[]; siteIds: string[] } {
    const sessionIds = new Set<string>();
    const siteIds = new Set<string>();
    for (const { caller } of this.#all) {
      if ("sessionId" in caller) sessionIds.add(caller.sessionId);
      else siteIds.add(caller.siteId);
    }
    return { sessionIds: [...sessionIds], siteIds: [...siteIds] };
  }

  /** Ends the streams whose session or site is gone. */
  endWhere({ sessionGone, siteGone }: { sessionGone?(id: string): boolean; siteGone?(id: string): boolean }): void {
    for (const { caller, stream } of [...this.#all]) {
      const gone = "sessionId" in caller ? sessionGone?.(caller.sessionId) : siteGone?.(caller.siteId);
      if (gone) stream.end();
    }
  }

  endAll(): void {
    for (const { stream } of [...this.#all]) stream.end();
  }

  #open<C extends OwnerCaller | VisitorCaller>(
    index: Map<string, Set<Open<C>>>,
    key: string,
    caller: C,
    displaced: (others: Open<C>[]) => Open<C>[],
  ): EventStream {
    for (const { stream } of displaced([...(index.get(key) ?? [])])) stream.end();
    const stream = createEventStream(() => {
      const set = index.get(key);
      set?.delete(open);
      if (set?.size === 0) index.delete(key);
      this.#all.delete(open);
      if (this.size === 0) this.#stopHeartbeat();
    });
    const open = { caller, stream };
    this.#all.add(open);
    const set = index.get(key) ?? new Set();
    index.set(key, set.add(open));
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    stream.write(READY);
    return stream;
  }

  // A stream ends with its token too (contract.md section 7).
  #beat(): void {
    const now = new Date();
    for (const { caller, stream } of [...this.#all]) {
      if (caller.tokenExpiresAt && caller.tokenExpiresAt <= now) stream.end();
      else stream.write(HEARTBEAT);
    }
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
