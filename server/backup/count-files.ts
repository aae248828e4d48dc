import type { Client } from "pg";
import { knowsFiles } from "./contents.ts";

export type WorkspaceFiles = { id: string; name: string; count: number; bytes: number };

/** Counts the files of each workspace that has any, the largest ones first. A content in two places counts twice. */
export async function countFilesByWorkspace(client: Client): Promise<WorkspaceFiles[]> {
  if (!(await knowsFiles(client))) return [];
  const { rows } = await client.query<WorkspaceFiles>(
    `SELECT w.id, coalesce(w.name, coalesce(o.name, o.email) || '’s workspace') AS name, count(*)::int AS count,
       sum(f.size)::float8 AS bytes
     FROM files f JOIN workspaces w ON w.id = f.workspace_id JOIN users o ON o.id = w.owner_id
     GROUP BY w.id, o.id ORDER BY bytes DESC, w.id`,
  );
  return rows;
}
