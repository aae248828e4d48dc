DROP INDEX CONCURRENTLY IF EXISTS "channels_address_key";
CREATE UNIQUE INDEX CONCURRENTLY "channels_address_key" ON "channels" ("user_id", "address_hash", "workspace_id");
CREATE UNIQUE INDEX CONCURRENTLY "channels_personal_address_key"
    ON "channels" ("user_id", "address_hash") WHERE "workspace_id" IS NULL;

-- Rows without a job are looked for every ten minutes.
CREATE INDEX CONCURRENTLY "notifications_pending_due_at_idx" ON "notifications" ("due_at") WHERE "status" = 'pending';
