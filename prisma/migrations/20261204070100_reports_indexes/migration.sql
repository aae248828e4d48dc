-- For a week of a site.
CREATE INDEX CONCURRENTLY "conversations_site_id_created_at_idx" ON "conversations" ("site_id", "created_at");
-- Few members have turned it on.
CREATE INDEX CONCURRENTLY "members_digest_due_at_idx" ON "members" ("digest_due_at") WHERE "digest_due_at" IS NOT NULL;
