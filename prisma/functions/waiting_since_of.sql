-- The time of the first visitor's message since the last reply, from a given seq on, or null. It's when a wait began,
-- read from the messages: for conversations that are reopened, unblocked or no longer spam, or have a deleted message. A
-- deleted reply ended the wait all the same.
CREATE OR REPLACE FUNCTION "waiting_since_of"("of_conversation" UUID, "from_seq" INTEGER) RETURNS TIMESTAMPTZ LANGUAGE plpgsql VOLATILE AS $$
DECLARE first_seq INTEGER := greatest(from_seq, coalesce(last_message_seq(of_conversation, 'owner'), 0) + 1);
BEGIN
    RETURN (SELECT created_at FROM messages WHERE conversation_id = of_conversation AND sender_type = 'visitor' AND deleted_at IS NULL AND seq >= first_seq ORDER BY seq LIMIT 1);
END $$;
