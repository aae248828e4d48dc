-- How a message came, if not through the widget or the API: `email`.
ALTER TABLE "messages" ADD COLUMN "came_by" TEXT;

-- The addresses that visitors reply to: one for each email about a conversation. Of their tokens, only the hash is kept. An email to
-- one has it in its envelope as long as it waits, and as it came.
CREATE TABLE "reply_addresses" (
    "address_hash" BYTEA PRIMARY KEY CHECK (octet_length("address_hash") = 32),
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "email_hash" BYTEA NOT NULL CHECK (octet_length("email_hash") = 32),  -- of the address that the email went to
    "seen_from" INTEGER NOT NULL,      -- the first message that the email covers
    "seen_seq" INTEGER NOT NULL,       -- and the last one
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "reply_addresses_conversation_id_idx" ON "reply_addresses" ("conversation_id");

-- Emails that were received, as the rows of the queue `inbound`.
CREATE TABLE "received_mails" (
    "id" UUID PRIMARY KEY,
    "job_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending'
        CHECK ("status" IN ('pending', 'stored', 'duplicate', 'refused', 'failed')),
    "reason" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "place_hash" BYTEA NOT NULL CHECK (octet_length("place_hash") = 32),  -- the same for the same email to the same recipients
    "envelope" JSONB NOT NULL,                                  -- emptied once the email was read
    "size" INTEGER NOT NULL,
    "raw_hash" TEXT REFERENCES "stored_files" ("hash"),         -- null once the email itself is removed
    "raw_until" TIMESTAMPTZ(3) NOT NULL,
    "conversation_id" UUID REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "from_address" TEXT CHECK (char_length("from_address") <= 320),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "received_mails_place_hash_key" ON "received_mails" ("place_hash");
CREATE INDEX "received_mails_conversation_id_idx" ON "received_mails" ("conversation_id");
CREATE INDEX "received_mails_from_address_updated_at_idx" ON "received_mails" ("from_address", "updated_at");
CREATE INDEX "received_mails_created_at_idx" ON "received_mails" ("created_at");
CREATE INDEX "received_mails_pending_due_at_idx" ON "received_mails" ("due_at") WHERE "status" = 'pending';
CREATE INDEX "received_mails_raw_hash_idx" ON "received_mails" ("raw_hash");

-- What the team sees of a message that came by email, besides its text.
CREATE TABLE "message_mails" (
    "message_id" UUID PRIMARY KEY REFERENCES "messages" ("id") ON DELETE CASCADE,
    "received_id" UUID REFERENCES "received_mails" ("id") ON DELETE SET NULL,
    "header_id" TEXT,                  -- its Message-ID
    "sent_at" TEXT,                    -- its Date, as written
    "from_address" TEXT,
    "subject" TEXT,
    "belief" TEXT NOT NULL CHECK ("belief" IN ('confirmed', 'claimed', 'other')),
    "rest" TEXT,                       -- what a message's text has no space for
    "quoted" TEXT,
    "signature" TEXT,
    "left_out" JSONB NOT NULL
);
CREATE INDEX "message_mails_received_id_idx" ON "message_mails" ("received_id");

-- Every message has a seq from 1 on, a known kind, 1 to 4,000 characters, and came in a known way. A trigger, because PostgreSQL
-- parses check constraints again for each statement.
CREATE OR REPLACE FUNCTION "check_message"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (NEW.seq >= 1 AND NEW.sender_type IN ('visitor', 'owner', 'automatic') AND char_length(NEW.body) BETWEEN 1 AND 4000
        AND (NEW.came_by IS NULL OR NEW.came_by = 'email')) THEN
        RAISE EXCEPTION 'a message has a value that it must not have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "messages_check" BEFORE INSERT OR UPDATE ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "check_message"();
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER "messages_check";

-- A logo, photo or received email that's replaced or removed, or whose site, account or row is deleted, is marked as
-- abandoned, so that cleanup removes it once nothing uses it. The argument is the column that names it.
CREATE OR REPLACE FUNCTION "abandon_picture"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE stored_files SET abandoned_at = now() WHERE hash = to_jsonb(OLD) ->> TG_ARGV[0];
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sites_replace_logo" AFTER UPDATE OF "logo_hash" ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS DISTINCT FROM NEW."logo_hash") EXECUTE FUNCTION "abandon_picture"('logo_hash');
CREATE OR REPLACE TRIGGER "sites_delete_logo" AFTER DELETE ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('logo_hash');
CREATE OR REPLACE TRIGGER "users_replace_photo" AFTER UPDATE OF "photo_hash" ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS DISTINCT FROM NEW."photo_hash") EXECUTE FUNCTION "abandon_picture"('photo_hash');
CREATE OR REPLACE TRIGGER "users_delete_photo" AFTER DELETE ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('photo_hash');
CREATE OR REPLACE TRIGGER "received_mails_remove_raw" AFTER UPDATE OF "raw_hash" ON "received_mails" FOR EACH ROW
    WHEN (OLD."raw_hash" IS DISTINCT FROM NEW."raw_hash") EXECUTE FUNCTION "abandon_picture"('raw_hash');
CREATE OR REPLACE TRIGGER "received_mails_delete_raw" AFTER DELETE ON "received_mails" FOR EACH ROW
    WHEN (OLD."raw_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('raw_hash');
