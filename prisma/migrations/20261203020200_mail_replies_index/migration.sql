-- For what belongs to a person or a received email, when that's deleted.
CREATE INDEX CONCURRENTLY "mails_received_id_idx" ON "mails" ("received_id");
CREATE INDEX CONCURRENTLY "reply_addresses_user_id_idx" ON "reply_addresses" ("user_id");
CREATE INDEX CONCURRENTLY "received_mails_user_id_idx" ON "received_mails" ("user_id");
CREATE INDEX CONCURRENTLY "one_time_links_received_id_idx" ON "one_time_links" ("received_id");
