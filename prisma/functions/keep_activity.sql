-- The activity log is append-only. The only change that's accepted is removing an erased conversation's id, or the
-- names and addresses of an erased account.
CREATE OR REPLACE FUNCTION "keep_activity"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE removable TEXT[] := ARRAY['conversation_id', 'actor_name', 'target_name', 'target_email'];
BEGIN
    IF to_jsonb(NEW) - removable = to_jsonb(OLD) - removable
        AND (NEW.conversation_id IS NULL OR NEW.conversation_id = OLD.conversation_id)
        AND (NEW.actor_name IS NULL OR NEW.actor_name = OLD.actor_name)
        AND (NEW.target_name IS NULL OR NEW.target_name = OLD.target_name)
        AND (NEW.target_email IS NULL OR NEW.target_email = OLD.target_email)
    THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the activity log is append-only' USING ERRCODE = 'check_violation';
END $$;

CREATE OR REPLACE TRIGGER "activity_keep" BEFORE UPDATE ON "activity" FOR EACH ROW EXECUTE FUNCTION "keep_activity"();
