import type { DashboardSession } from "#components/live/dashboard-session.ts";

/** Discards the drafts and the unsent replies and notes of a deleted conversation. */
export function forgetReplies({ replies, storage }: Pick<DashboardSession, "replies" | "storage">, id: string): void {
  for (const { key, to } of replies.state.get().unsent) if (to === id) replies.take(key);
  const names = ["draft", "draft-sync", "draft-actions", "draft-files", "note-draft", "note-draft-sync", "draft-mode"];
  for (const name of names) storage.remove(`${name}:${id}`);
}
