import type { NetworkKey } from "#platform/limits/keys.ts";

type Connection = { destroy(): unknown };

/**
 * Connections that wait for their clients: for a request, or for the rest of one. Each network has a share of them, and the
 * oldest is closed first, so a client that opens many keeps out only itself.
 */
export class WaitingConnections {
  readonly #share: number;
  readonly #all = new Set<Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();

  constructor(share: number) {
    this.#share = share;
  }

  /** Adds a connection from these networks, and closes the oldest of one that now exceeds its share. */
  add(connection: Connection, networks: NetworkKey[]): void {
    this.#all.add(connection);
    for (const { key, times } of networks) {
      const those = this.#byNetwork.get(key) ?? new Set();
      this.#byNetwork.set(key, those.add(connection));
      if (those.size > this.#share * times) closeOldest(those);
    }
  }

  remove(connection: Connection, networks: NetworkKey[]): void {
    this.#all.delete(connection);
    for (const { key } of networks) {
      const those = this.#byNetwork.get(key);
      those?.delete(connection);
      if (those?.size === 0) this.#byNetwork.delete(key);
    }
  }

  /** Closes the one that has waited longest. Returns false if none waits. */
  closeOldest(): boolean {
    return closeOldest(this.#all);
  }
}

// Its owner removes it from the other sets when it has closed.
function closeOldest(connections: Set<Connection>): boolean {
  const [oldest] = connections;
  if (!oldest) return false;
  connections.delete(oldest);
  oldest.destroy();
  return true;
}
