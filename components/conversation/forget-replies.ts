import type { DashboardSession } from "#components/live/dashboard-session.ts";

/** Lets go of what was written to a conversation that is no longer there. */
export function forgetReplies({ replies, storage }: Pick<DashboardSession, "replies" | "storage">, id: string): void {
  for (const { key, to } of replies.state.get().unsent) if (to === id) replies.take(key);
  storage.remove(`draft:${id}`);
}
