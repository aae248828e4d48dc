-- Every conversation has a known status, texts of an allowed length, and read positions and unread counts that its messages
-- allow. A trigger, because PostgreSQL parses check constraints again for each statement.
CREATE OR REPLACE FUNCTION "check_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (NEW.status IN ('open', 'closed')
        AND char_length(coalesce(NEW.page_url, '-')) BETWEEN 1 AND 1000
        AND char_length(NEW.last_message_preview) BETWEEN 1 AND 200
        AND NEW.owner_read_seq BETWEEN 0 AND NEW.last_seq
        AND NEW.visitor_read_seq BETWEEN 0 AND NEW.last_seq
        AND NEW.owner_unread_count BETWEEN 0 AND NEW.last_seq - NEW.owner_read_seq
        AND NEW.visitor_unread_count BETWEEN 0 AND NEW.last_seq - NEW.visitor_read_seq)
    THEN
        RAISE EXCEPTION 'a conversation has a value that it must not have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "conversations_check" BEFORE INSERT OR UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "check_conversation"();
-- Also for rows that come by replication.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_check";
