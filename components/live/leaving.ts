const PATIENCE_MS = 2_000;

/** What reports that a conversation is no longer in view, and that it's in view again. */
type Presence = { leave(): Promise<void>; follow(): void };

const open = new Set<Presence>();

/** Registers a conversation that's open. Returns a function that removes it again. */
export function onLeaving(presence: Presence): () => void {
  open.add(presence);
  return () => void open.delete(presence);
}

/**
 * Reports that no conversation is in view any longer, and waits for it: once logged out, no one can report it. A slow
 * connection keeps no one from logging out.
 */
export async function leaveConversations(): Promise<void> {
  const left = Promise.all([...open].map(({ leave }) => leave()));
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Reports again what's in view, after logging out failed. */
export function returnToConversations(): void {
  for (const { follow } of open) follow();
}
