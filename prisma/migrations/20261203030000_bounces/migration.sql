-- An address that emails come back from. It counts as long as it's the row's email, so that a new address clears it.
ALTER TABLE "visitors" ADD COLUMN "bounced_email" TEXT;
ALTER TABLE "visitors" ADD COLUMN "bounced_at" TIMESTAMPTZ(3);
-- The status, and what the server said.
ALTER TABLE "visitors" ADD COLUMN "bounce" TEXT CHECK (char_length("bounce") <= 200);
ALTER TABLE "users" ADD COLUMN "bounced_email" TEXT;
ALTER TABLE "users" ADD COLUMN "bounced_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "bounce" TEXT CHECK (char_length("bounce") <= 200);

-- The address that an email was handed to the server for, as a hash: the address itself is removed once it's sent.
ALTER TABLE "mails" ADD COLUMN "recipient_hash" BYTEA;
-- When a delivery report about it was taken into account, which happens once.
ALTER TABLE "mails" ADD COLUMN "bounced_at" TIMESTAMPTZ(3);
-- Of a test of both directions: when it came back, and what the receiving server said about its sender.
ALTER TABLE "mails" ADD COLUMN "returned" JSONB;

-- Further ends of a received email: a delivery report, and a test that came back.
ALTER TABLE "received_mails" DROP CONSTRAINT IF EXISTS "received_mails_status_check";
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_status_check"
    CHECK ("status" IN ('pending', 'stored', 'duplicate', 'refused', 'failed', 'bounce', 'test')) NOT VALID;
