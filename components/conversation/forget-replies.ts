import type { DashboardSession } from "#components/live/dashboard-session.ts";

/** Discards the draft and the unsent replies of a deleted conversation. */
export function forgetReplies({ replies, storage }: Pick<DashboardSession, "replies" | "storage">, id: string): void {
  for (const { key, to } of replies.state.get().unsent) if (to === id) replies.take(key);
  storage.remove(`draft:${id}`);
}
