-- For the emails about a received one, when that's deleted.
CREATE INDEX CONCURRENTLY "mails_received_id_idx" ON "mails" ("received_id");
