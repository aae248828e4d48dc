-- An Idempotency-Key that a sender used (contract.md section 7). It is claimed before `seq` is given out, in the same
-- statement, and lasts as long as its message.
CREATE TABLE "message_keys" (
    "sender_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    CONSTRAINT "message_keys_pkey" PRIMARY KEY ("sender_id", "key"),
    CONSTRAINT "message_keys_key_length" CHECK (char_length("key") BETWEEN 1 AND 255),
    CONSTRAINT "message_keys_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "message_keys_message_id_key" ON "message_keys" ("message_id");

-- What is no longer there to be found by the sweep: a deleted conversation, or with no visitor a deleted site. Kept for a day.
CREATE TABLE "deletions" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "visitor_id" UUID,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "deletions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "deletions_deleted_at_idx" ON "deletions" ("deleted_at");

-- For the sweep, which asks what changed lately.
CREATE INDEX "conversations_updated_at_idx" ON "conversations" ("updated_at");
