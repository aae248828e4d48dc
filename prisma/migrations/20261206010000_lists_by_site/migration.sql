-- With the site, a member's conversations are found among their workspace's without reading the others.
CREATE INDEX CONCURRENTLY "conversations_waiting_idx"
    ON "conversations" ("workspace_id", "waiting_since", "id", "site_id") WHERE "waiting_since" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_marked_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC, "site_id")
    WHERE "snoozed_at" IS NOT NULL OR "is_starred" OR "woken_at" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "conversations_waiting_workspace_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_marked_workspace_id_last_message_period_idx";
