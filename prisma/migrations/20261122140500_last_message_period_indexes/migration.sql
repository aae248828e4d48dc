-- The trigger sets what's missing. Two thousand rows are locked for some tens of milliseconds.
-- batches
WITH batch AS MATERIALIZED (
    SELECT "id", "last_message_period" IS NULL AS "is_missing" FROM "conversations"
    WHERE "id" > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid ORDER BY "id" LIMIT 2000
), filled AS (
    UPDATE "conversations" c SET "is_unread" = NULL FROM batch WHERE c."id" = batch."id" AND batch."is_missing"
)
SELECT "id"::text AS "last" FROM batch ORDER BY "id" DESC LIMIT 1;

CREATE INDEX CONCURRENTLY "conversations_workspace_id_last_message_period_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC);
CREATE INDEX CONCURRENTLY "conversations_workspace_id_status_last_message_period_idx"
    ON "conversations" ("workspace_id", "status", "last_message_period" DESC);
CREATE INDEX CONCURRENTLY "conversations_site_id_last_message_period_idx"
    ON "conversations" ("site_id", "last_message_period" DESC);
CREATE INDEX CONCURRENTLY "conversations_site_id_status_last_message_period_idx"
    ON "conversations" ("site_id", "status", "last_message_period" DESC);
CREATE INDEX CONCURRENTLY "conversations_spam_workspace_id_last_message_period_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC) WHERE "is_spam";
CREATE INDEX CONCURRENTLY "conversations_spam_site_id_last_message_period_idx"
    ON "conversations" ("site_id", "last_message_period" DESC) WHERE "is_spam";
CREATE INDEX CONCURRENTLY "conversations_visitor_id_idx" ON "conversations" ("visitor_id");
CREATE INDEX CONCURRENTLY "conversations_is_unread_workspace_id_idx"
    ON "conversations" ("workspace_id") WHERE "is_unread" AND NOT "is_spam";
-- A range of blocks each, which doesn't keep an update from being HOT. The reconciler polls it for the last seconds.
CREATE INDEX CONCURRENTLY "conversations_updated_at_ranges_idx"
    ON "conversations" USING brin ("updated_at") WITH (pages_per_range = 2, autosummarize = on);
ANALYZE "conversations";

-- Each changes with every message. Until its processes have stopped, the version before sorts its lists instead.
DROP INDEX CONCURRENTLY IF EXISTS "conversations_workspace_id_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_workspace_id_status_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_site_id_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_site_id_status_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_spam_workspace_id_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_spam_site_id_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_visitor_id_last_message_at_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_updated_at_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_unread_workspace_id_idx";
DROP INDEX CONCURRENTLY IF EXISTS "conversations_unread_heard_workspace_id_idx";
