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

ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_last_message_by_value";
ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_woken_by_value";
ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_snooze";
ALTER TABLE "conversations" VALIDATE CONSTRAINT "conversations_first_page_url_length";

CREATE INDEX CONCURRENTLY "conversations_waiting_workspace_id_idx"
    ON "conversations" ("workspace_id", "waiting_since", "id") WHERE "waiting_since" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_waiting_site_id_idx"
    ON "conversations" ("site_id", "waiting_since", "id") WHERE "waiting_since" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_snoozed_workspace_id_last_message_period_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC) WHERE "snoozed_at" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_starred_workspace_id_last_message_period_idx"
    ON "conversations" ("workspace_id", "last_message_period" DESC) WHERE "is_starred";
CREATE INDEX CONCURRENTLY "conversations_snoozed_until_idx"
    ON "conversations" ("snoozed_until") WHERE "snoozed_until" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_woken_site_id_idx" ON "conversations" ("site_id") WHERE "woken_at" IS NOT NULL;
ANALYZE "conversations";
