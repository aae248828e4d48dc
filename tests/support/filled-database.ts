import { addConversations } from "./added-messages.ts";
import { query, type ScratchDatabase } from "./database.ts";
import { insertRows, type Run } from "./insert-rows.ts";

export const MESSAGES = 2_000;

/** Fills a database with one conversation, in which every message has a text of its own. */
export async function fill({ url }: ScratchDatabase): Promise<void> {
  const run: Run = (text, values) => query(url, text, values);
  const [user] = await insertRows(run, "users", [{ email: "Ada@example.com", email_key: "ada@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, name: "Shop", accent_color: "#000000" },
  ]);
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    body: `Nr ${index + 1} \\N \\. \ttab \r\n"quoted", Привет 日本 😀`,
  }));
  await addConversations(run, String(site?.id), [messages]);
}
