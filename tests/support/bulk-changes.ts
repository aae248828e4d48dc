import { expect } from "@playwright/test";
import { type BulkChangeJson, BulkChangeResponse } from "#lib/desk/bulk-changes/schema.ts";
import { ask } from "./api-client.ts";
import type { Owner } from "./factories.ts";
import { insertRows, type Run } from "./insert-rows.ts";

/** Stores a bulk change that's done, on a site's workspace, and returns its id. */
export async function addBulkChange(run: Run, siteId: string, fields: object = {}): Promise<string> {
  const [place] = await run(
    "SELECT w.id AS workspace_id, w.owner_id AS user_id FROM workspaces w JOIN sites s ON s.workspace_id = w.id WHERE s.id = $1",
    [siteId],
  );
  const undoUntil = new Date(Date.now() + 3_600_000);
  const done = { change: { status: "closed" }, state: "done", undo_until: undoUntil };
  const [row] = await insertRows(run, "bulk_changes", [{ ...place, ...done, ...fields }]);
  return String(row?.id);
}

/** Asks for a bulk change. */
export const changeAll = async ({ token }: Pick<Owner, "token">, body: object): Promise<BulkChangeJson> =>
  (await ask(BulkChangeResponse, 202, "POST", "/conversations/bulk", { token, body })).bulkChange;

export const undoAll = async ({ token }: Pick<Owner, "token">, id: string): Promise<BulkChangeJson> =>
  (await ask(BulkChangeResponse, 202, "POST", `/conversations/bulk/${id}/undo`, { token })).bulkChange;

/** Waits until a bulk change is done, or undone, and returns what came of it. */
export async function untilEnded({ token }: Pick<Owner, "token">, id: string): Promise<BulkChangeJson> {
  const get = async () =>
    (await ask(BulkChangeResponse, 200, "GET", `/conversations/bulk/${id}`, { token })).bulkChange;
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).not.toMatch(/^(running|undoing)$/);
  return get();
}

/** Asks for a bulk change, and waits until it's done. */
export async function changeAllNow(owner: Pick<Owner, "token">, body: object): Promise<BulkChangeJson> {
  return untilEnded(owner, (await changeAll(owner, body)).id);
}
