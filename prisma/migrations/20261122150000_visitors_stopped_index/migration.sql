CREATE INDEX CONCURRENTLY "visitors_stopped_idx" ON "visitors" ("site_id") WHERE "mails_stopped_at" IS NOT NULL;
