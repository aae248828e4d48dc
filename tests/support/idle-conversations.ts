import { addConversations } from "./added-messages.ts";
import { insertRows, type Run } from "./insert-rows.ts";

const DAY_MS = 86_400_000;

type Idle = { workspaceId: string; siteId: string; visitorId: string; id: string };

/** Adds a conversation with a last message so many days old: the team's, unless it's to be the visitor's. */
export async function addIdle(
  run: Run,
  siteId: string,
  { days = 8, isTheirs = false }: { days?: number; isTheirs?: boolean } = {},
): Promise<string> {
  const at = new Date(Date.now() - days * DAY_MS);
  const last = isTheirs ? { body: "Hello?", at } : { body: "Here you are", from: "owner" as const, at };
  const [id = ""] = await addConversations(run, siteId, [[{ body: "Hello", at }, last]]);
  await run("UPDATE conversations SET owner_read_seq = 2, owner_unread_count = 0 WHERE id = $1", [id]);
  return id;
}

/** A site that closes conversations after 7 days, earlier ones too, with one that's 8 days old. */
export async function newIdleSite(run: Run, ownerId: string): Promise<Idle> {
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: ownerId }]);
  const workspaceId = String(workspace?.id);
  const [site] = await insertRows(run, "sites", [
    {
      workspace_id: workspaceId,
      public_key: crypto.randomUUID(),
      accent_color: "#123456",
      auto_close_days: 7,
      auto_close_earlier: true,
      auto_close_since: new Date(),
    },
  ]);
  const siteId = String(site?.id);
  const id = await addIdle(run, siteId);
  const [row] = await run("SELECT visitor_id AS visitor FROM conversations WHERE id = $1", [id]);
  return { workspaceId, siteId, visitorId: String(row?.visitor), id };
}
