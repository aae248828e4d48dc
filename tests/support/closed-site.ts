import { addConversations } from "./added-messages.ts";
import { newOwner } from "./factories.ts";
import { insertRows, type Run } from "./insert-rows.ts";

/*
 * A site that's closed since half an hour and has an away text, written into the tables.
 */

const MINUTE_MS = 60_000;
export const TEXT = "We’re back at nine.";
/** What a closed site's hours say. */
export const CLOSED = "closed_since = now() - interval '30 minutes', turns_at = now() + interval '10 hours'";

/** Closes a site, whatever its hours. */
export async function closeSite(run: Run, siteId: string): Promise<void> {
  await run("INSERT INTO site_hours (site_id, time_zone, updated_at) VALUES ($1, 'UTC', now())", [siteId]);
  await run(`UPDATE site_hours SET ${CLOSED} WHERE site_id = $1`, [siteId]);
}

/** An owner's site that's closed, and its visitors. */
export async function closedSite(run: Run) {
  const owner = await newOwner(run);
  const [workspace] = await run("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const [site] = await insertRows(run, "sites", [
    {
      workspace_id: workspace?.id,
      public_key: crypto.randomUUID(),
      accent_color: "#123456",
      away_text: TEXT,
      away_text_at: new Date(0),
    },
  ]);
  const siteId = String(site?.id);
  await closeSite(run, siteId);
  /** Conversations whose visitors wrote that many minutes ago, one each. */
  const write = (...minutes: number[]) =>
    addConversations(
      run,
      siteId,
      minutes.map((ago) => [{ body: "Hello", at: new Date(Date.now() - ago * MINUTE_MS) }]),
    );
  const writeOne = async (ago = 1) => (await write(ago))[0] ?? "";
  return { ownerId: owner.user.id, siteId, write, writeOne };
}

/** The automatic messages of a conversation, the oldest first. */
export const textsOf = async (run: Run, conversationId: string) =>
  (
    await run("SELECT body FROM messages WHERE conversation_id = $1 AND sender_type = 'automatic' ORDER BY seq", [
      conversationId,
    ])
  ).map(({ body }) => body);
