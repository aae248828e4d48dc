-- Apart from what alters tables: while these are built the version before goes on reading.
CREATE INDEX "visitors_address_at_idx" ON "visitors" ("address_at") WHERE "address_at" IS NOT NULL;

-- The inbox's lists step over what is spam: that is little, each was marked by hand. What is listed as spam is found here.
CREATE INDEX "conversations_spam_workspace_id_last_message_at_id_idx"
    ON "conversations" ("workspace_id", "last_message_at" DESC, "id" DESC) WHERE "is_spam";
CREATE INDEX "conversations_spam_site_id_last_message_at_id_idx"
    ON "conversations" ("site_id", "last_message_at" DESC, "id" DESC) WHERE "is_spam";
-- The unread total leaves spam out, and is still read from the index alone. The version before knows of no spam and counts
-- by conversations_unread_workspace_id_idx, which therefore stays until the next one.
CREATE INDEX "conversations_unread_heard_workspace_id_idx"
    ON "conversations" ("workspace_id") INCLUDE ("owner_unread_count") WHERE "owner_unread_count" > 0 AND NOT "is_spam";
