const leavers = new Set<() => Promise<void>>();

/** Registers what reports that a conversation is no longer in view. Returns a function that removes it again. */
export function onLeaving(leave: () => Promise<void>): () => void {
  leavers.add(leave);
  return () => void leavers.delete(leave);
}

/** Reports that no conversation is in view any longer, and waits for it: once logged out, no one can report it. */
export async function leaveConversations(): Promise<void> {
  await Promise.all([...leavers].map((leave) => leave()));
}
