-- What people were called when something was done. Only the erasure of their account removes it.
ALTER TABLE "activity" ADD COLUMN "actor_name" TEXT, ADD COLUMN "target_name" TEXT, ADD COLUMN "target_email" TEXT;

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
