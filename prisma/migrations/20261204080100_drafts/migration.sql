-- What a person is writing in a conversation, for them alone.
CREATE TABLE "drafts" (
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "kind" TEXT NOT NULL CHECK ("kind" IN ('reply', 'note')),
    "body" TEXT NOT NULL CHECK (char_length("body") <= 10000),
    "other" TEXT CHECK (char_length("other") <= 10000),    -- written on another device, and replaced by the body
    "version" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    PRIMARY KEY ("user_id", "conversation_id", "kind")
);
CREATE INDEX "drafts_conversation_id_idx" ON "drafts" ("conversation_id");
CREATE INDEX "drafts_updated_at_idx" ON "drafts" ("updated_at");
