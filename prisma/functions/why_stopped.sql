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
