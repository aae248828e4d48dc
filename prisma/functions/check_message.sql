-- Every message has a seq from 1 on, a known kind, 1 to 4,000 characters, and came in a known way. A deleted one has no text. A
-- trigger, because PostgreSQL parses check constraints again for each statement.
CREATE OR REPLACE FUNCTION "check_message"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (NEW.seq >= 1 AND NEW.sender_type IN ('visitor', 'owner', 'automatic') AND char_length(NEW.body) <= 4000
        AND (NEW.body = '') = (NEW.deleted_at IS NOT NULL)
        AND (NEW.came_by IS NULL OR NEW.came_by = 'email')) THEN
        RAISE EXCEPTION 'a message has a value that it must not have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "messages_check" BEFORE INSERT OR UPDATE ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "check_message"();
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER "messages_check";
