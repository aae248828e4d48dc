-- For the newest one that came in a way, or ended so.
CREATE INDEX CONCURRENTLY "received_mails_status_created_at_idx" ON "received_mails" ("status", "created_at");
