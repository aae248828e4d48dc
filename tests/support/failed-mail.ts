import { sql } from "./stored-rows.ts";

/** Stores a failed email about a site, and returns its id. */
export async function addFailedMail(siteId: string, reason = "The mail server refused it."): Promise<string> {
  const [row] = await sql(
    `INSERT INTO mails (id, job_id, kind, workspace_id, site_id, status, reason, attempts, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'owner_alert', workspace_id, id, 'failed', $2, 21, now(), now(), now()
     FROM sites WHERE id = $1 RETURNING id`,
    [siteId, reason],
  );
  return String(row?.id);
}
