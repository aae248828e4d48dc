-- The trigger fills what's missing. Two thousand rows are locked for some tens of milliseconds.
-- batches
WITH batch AS MATERIALIZED (
    SELECT "id", "last_message_by" IS NULL AS "is_missing" FROM "conversations"
    WHERE "id" > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid ORDER BY "id" LIMIT 2000
), filled AS (
    UPDATE "conversations" c SET "last_message_by" = NULL
    FROM batch WHERE c."id" = batch."id" AND batch."is_missing" AND c."last_message_by" IS NULL
)
SELECT "id"::text AS "last" FROM batch ORDER BY "id" DESC LIMIT 1;

-- Each update opens every index of its table, so what few conversations have shares one.
CREATE INDEX CONCURRENTLY "conversations_waiting_workspace_id_idx"
    ON "conversations" ("workspace_id", "waiting_since", "id") WHERE "waiting_since" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_marked_workspace_id_last_message_period_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC)
    WHERE "snoozed_at" IS NOT NULL OR "is_starred" OR "woken_at" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_snoozed_until_idx"
    ON "conversations" ("snoozed_until") WHERE "snoozed_until" IS NOT NULL;
ANALYZE "conversations";

-- A site's spam is found in its workspace's.
DROP INDEX CONCURRENTLY IF EXISTS "conversations_spam_site_id_last_message_period_idx";
