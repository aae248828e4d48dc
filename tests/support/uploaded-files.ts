import { randomBytes, randomUUID } from "node:crypto";
import type { Run } from "./insert-rows.ts";
import { sql } from "./stored-rows.ts";

type Uploader = { visitorId: string } | { userId: string };
type Content = { name?: string; size?: number; mediaType?: string };

/** Stores a file as its upload leaves it, without its bytes, and returns its id. */
export async function addFile(siteId: string, by: Uploader, content: Content = {}, run: Run = sql): Promise<string> {
  const { name = "photo.jpg", size = 2_140_000, mediaType = "image/jpeg" } = content;
  const [hash, key, id] = [randomBytes(32).toString("hex"), randomBytes(6).toString("hex"), randomUUID()];
  await run("INSERT INTO stored_files (hash, storage_key, size, media_type) VALUES ($1, $2, $3, $4)", [
    hash,
    `${hash}-${key}`,
    size,
    mediaType,
  ]);
  const [visitorId, userId] = "visitorId" in by ? [by.visitorId, null] : [null, by.userId];
  await run(
    `INSERT INTO files (id, workspace_id, site_id, visitor_id, user_id, hash, name, size)
     SELECT $1, workspace_id, id, $3, $4, $5, $6, $7 FROM sites WHERE id = $2`,
    [id, siteId, visitorId, userId, hash, name, size],
  );
  return id;
}
