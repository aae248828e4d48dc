import type { Client } from "pg";
import { WORKSPACE_NAME } from "#lib/base/access/statements.ts";
import { knowsFiles } from "./contents.ts";

export type WorkspaceFiles = { id: string; name: string; count: number; bytes: number };

/** Counts the files of each workspace that has any, the largest ones first. A content in two places counts twice. */
export async function countFilesByWorkspace(client: Client): Promise<WorkspaceFiles[]> {
  if (!(await knowsFiles(client))) return [];
  const { rows } = await client.query<WorkspaceFiles>(
    `SELECT w.id, ${WORKSPACE_NAME.sql} AS name, count(*)::int AS count,
       sum(f.size)::float8 AS bytes
     FROM files f JOIN workspaces w ON w.id = f.workspace_id
     GROUP BY w.id ORDER BY bytes DESC, w.id`,
  );
  return rows;
}
