-- The number of one side's messages, automatic ones included and deleted ones not, after one seq, up to another. Called under
-- the lock of the conversation's row. VOLATILE, so it sees what was committed while the statement waited for that lock.
CREATE OR REPLACE FUNCTION "count_messages"("of_conversation" UUID, "of_side" TEXT, "after_seq" INTEGER, "up_to_seq" INTEGER)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT count(*) FROM messages
        WHERE conversation_id = of_conversation AND seq > after_seq AND seq <= up_to_seq
            AND (sender_type = 'visitor') = (of_side = 'visitor') AND deleted_at IS NULL
    );
END $$;
