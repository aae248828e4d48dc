-- For the newest one that came in a way, or ended so.
CREATE INDEX CONCURRENTLY "received_mails_source_created_at_idx" ON "received_mails" ("source", "created_at");
