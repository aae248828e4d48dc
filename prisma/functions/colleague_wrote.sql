-- Whether a colleague's message or note is newer than what a reply's writer saw. A null position isn't compared, and neither is
-- a deleted message.
-- VOLATILE, so it sees what was committed while the statement waited for the conversation's lock.
CREATE OR REPLACE FUNCTION "colleague_wrote"("of_conversation" UUID, "me" UUID, "after_seq" INTEGER, "after_note" INTEGER)
RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE COST 1000 AS $$
BEGIN
    RETURN EXISTS (SELECT FROM messages WHERE conversation_id = of_conversation AND seq > after_seq AND sender_type = 'owner' AND sender_id <> me AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM notes WHERE conversation_id = of_conversation AND seq > after_note AND author_id <> me);
END $$;
