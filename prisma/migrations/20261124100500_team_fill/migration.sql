-- batches
WITH batch AS MATERIALIZED (
    SELECT "id", "owner_id", "created_at" FROM "workspaces"
    WHERE "id" > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid ORDER BY "id" LIMIT 2000
), filled AS (
    INSERT INTO "members" ("workspace_id", "user_id", "role", "created_at")
    SELECT "id", "owner_id", 'owner', "created_at" FROM batch ON CONFLICT DO NOTHING
)
SELECT "id"::text AS "last" FROM batch ORDER BY "id" DESC LIMIT 1;

-- batches
WITH batch AS MATERIALIZED (
    SELECT "id" FROM "api_keys" WHERE "id" > coalesce($1, '00000000-0000-0000-0000-000000000000')::uuid ORDER BY "id" LIMIT 2000
), filled AS (
    UPDATE "api_keys" k SET "workspace_id" = w."id" FROM batch, "workspaces" w
    WHERE k."id" = batch."id" AND k."workspace_id" IS NULL AND w."owner_id" = k."user_id"
)
SELECT "id"::text AS "last" FROM batch ORDER BY "id" DESC LIMIT 1;

-- A person may own several workspaces. owner_id stays: it's ownerId of the API, and what the version before goes by.
CREATE INDEX CONCURRENTLY "workspaces_owner_id_idx" ON "workspaces" ("owner_id");
DROP INDEX CONCURRENTLY IF EXISTS "workspaces_owner_id_key";

CREATE INDEX CONCURRENTLY "api_keys_workspace_id_idx" ON "api_keys" ("workspace_id");
CREATE INDEX CONCURRENTLY "conversations_assignee_idx"
    ON "conversations" ("workspace_id", "assignee_id", "status", "last_message_period" DESC) WHERE "assignee_id" IS NOT NULL;
ANALYZE "members";
