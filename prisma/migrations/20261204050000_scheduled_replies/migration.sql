-- Replies that are sent later: seconds after Send, so that they can be taken back, or at a time.
ALTER TABLE "users" ADD COLUMN "hold_seconds" SMALLINT NOT NULL DEFAULT 5
    CONSTRAINT "users_hold_seconds_range" CHECK ("hold_seconds" BETWEEN 0 AND 30);

CREATE TABLE "scheduled_replies" (
    "id" UUID NOT NULL PRIMARY KEY,                -- the message's, once it's sent
    "workspace_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "key" TEXT,                                    -- the Idempotency-Key that the message will have
    "api_key_id" UUID,                             -- the API key that sent it, which has to be valid then too
    "reply" JSONB NOT NULL,
    "file_ids" UUID[] DEFAULT ARRAY[]::UUID[] CONSTRAINT "scheduled_replies_file_ids_given" CHECK ("file_ids" IS NOT NULL),
    "email" TEXT,                                  -- the visitor's address when Send was pressed
    "seen_seq" INTEGER NOT NULL,                   -- what its writer had seen
    "seen_note" INTEGER NOT NULL,
    "visitor_seq" INTEGER NOT NULL,                -- the conversation's last message when Send was pressed
    "state" TEXT NOT NULL DEFAULT 'scheduled',
    "reason" TEXT,                                 -- why it was stopped
    "refused" JSONB,                               -- its actions that weren't done once it was sent
    "send_at" TIMESTAMPTZ(3) NOT NULL,
    "try_at" TIMESTAMPTZ(3) NOT NULL,              -- when a process looks at it next
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "scheduled_replies_state_value" CHECK ("state" IN ('scheduled', 'stopped', 'undone', 'acting', 'sent')),
    CONSTRAINT "scheduled_replies_reason_of_stopped" CHECK (("state" = 'stopped') = ("reason" IS NOT NULL)),
    -- 'acting' is a message whose actions aren't done yet, and 'sent' one with refused actions. Without any there's no row.
    CONSTRAINT "scheduled_replies_refused_of_sent" CHECK (("state" = 'sent') = ("refused" IS NOT NULL))
);
CREATE UNIQUE INDEX "scheduled_replies_user_id_key_key" ON "scheduled_replies" ("user_id", "key");
CREATE INDEX "scheduled_replies_conversation_id_send_at_idx" ON "scheduled_replies" ("conversation_id", "send_at");
CREATE INDEX "scheduled_replies_try_at_idx" ON "scheduled_replies" ("try_at") WHERE "state" IN ('scheduled', 'acting');
CREATE INDEX "scheduled_replies_updated_at_idx" ON "scheduled_replies" ("updated_at") WHERE "state" <> 'scheduled';

-- Why a scheduled reply isn't sent when it's due, or null if it is: what changed in its conversation since its writer pressed Send.
-- A message that was taken back doesn't count.
-- VOLATILE, so it sees what was committed while the statement waited for the conversation's lock.
CREATE OR REPLACE FUNCTION "why_stopped"(
    "of_conversation" UUID, "me" UUID, "after_seq" INTEGER, "after_note" INTEGER, "after_visitor" INTEGER, "to_email" TEXT
)
RETURNS TEXT LANGUAGE plpgsql VOLATILE COST 1000 AS $$
BEGIN
    RETURN (
        SELECT CASE
            WHEN v.blocked_at IS NOT NULL THEN 'blocked'
            WHEN c.is_spam THEN 'spam'
            -- A visitor who left their first address since asked to be emailed.
            WHEN to_email IS NOT NULL AND v.email IS DISTINCT FROM to_email THEN 'email'
            WHEN EXISTS (
                SELECT FROM messages
                WHERE conversation_id = c.id AND seq > after_visitor AND sender_type = 'visitor' AND deleted_at IS NULL
            ) THEN 'visitor'
            WHEN colleague_wrote(c.id, me, after_seq, after_note) THEN 'colleague'
        END
        FROM conversations c JOIN visitors v ON v.id = c.visitor_id WHERE c.id = of_conversation
    );
END $$;
