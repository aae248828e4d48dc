-- Replies by people to emails about conversations. Nothing is rewritten: new columns are null, or constants.
-- An address of a person has their id; one without a conversation is that of an email about several.
ALTER TABLE "reply_addresses"
    ADD COLUMN "user_id" UUID REFERENCES "users" ("id") ON DELETE CASCADE,
    ALTER COLUMN "conversation_id" DROP NOT NULL,
    ADD CONSTRAINT "reply_addresses_belongs" CHECK ("conversation_id" IS NOT NULL OR "user_id" IS NOT NULL);

ALTER TABLE "received_mails"
    ADD COLUMN "user_id" UUID REFERENCES "users" ("id") ON DELETE CASCADE,     -- the person who it's from, or claims to be
    ADD COLUMN "draft" JSONB,                      -- what it would send to the visitor, until it's sent or its original is removed
    ADD COLUMN "belief" TEXT,                      -- why it was believed
    ADD COLUMN "believed_by" TEXT,                 -- the domain that proves it
    ADD COLUMN "content_key" TEXT,                 -- the same for another copy of a reply that wasn't sent
    ADD COLUMN "is_released" BOOLEAN NOT NULL DEFAULT false;   -- the person has said that it's to be sent

ALTER TABLE "message_mails" ADD COLUMN "believed_by" TEXT,
    DROP CONSTRAINT "message_mails_belief_check",
    ADD CONSTRAINT "message_mails_belief_value"
        CHECK ("belief" IN ('confirmed', 'claimed', 'other', 'dkim', 'results', 'spf', 'click')) NOT VALID;

-- Of an email about what became of a received one.
ALTER TABLE "mails" ADD COLUMN "received_id" UUID REFERENCES "received_mails" ("id") ON DELETE SET NULL;

ALTER TABLE "one_time_links" ADD COLUMN "received_id" UUID REFERENCES "received_mails" ("id") ON DELETE CASCADE,
    DROP CONSTRAINT "one_time_links_kind",
    ADD CONSTRAINT "one_time_links_kind" CHECK ("kind" IN ('reset', 'chat', 'reply')) NOT VALID;

ALTER TABLE "activity" DROP CONSTRAINT "activity_via_value",
    ADD CONSTRAINT "activity_via_value"
    CHECK ("via" IN ('session', 'key', 'telegram', 'email', 'operator', 'service', 'round_robin')) NOT VALID;
