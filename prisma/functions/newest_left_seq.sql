-- The seq of the last message in a conversation that's the visitor's or a person's and isn't deleted, or null. Called under the
-- lock of the conversation's row. VOLATILE, so it sees what was committed while the statement waited for that lock.
CREATE OR REPLACE FUNCTION "newest_left_seq"("of_conversation" UUID, "of_side" TEXT)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT seq FROM messages WHERE conversation_id = of_conversation AND sender_type = of_side AND deleted_at IS NULL
        ORDER BY seq DESC LIMIT 1
    );
END $$;
