-- What a mail waits for, and lets go of when it is sent. Few conversations wait at any time.
CREATE INDEX "conversations_owner_mail_id_idx" ON "conversations" ("owner_mail_id") WHERE "owner_mail_id" IS NOT NULL;
CREATE INDEX "conversations_visitor_mail_id_idx" ON "conversations" ("visitor_mail_id") WHERE "visitor_mail_id" IS NOT NULL;
