-- Where lists show a conversation. A visitor's message wakes a snoozed one, and theirs or a person's ends the mark of
-- that; only an open conversation that isn't spam is snoozed or woken. `last_message_period` is the quarter of an hour
-- that lists are ordered by, also in its labels' rows, and `is_unread` is whether its team has unread messages (decisions
-- 25 and 27).
CREATE OR REPLACE FUNCTION "place_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    by_visitor BOOLEAN;
BEGIN
    -- Nothing to do, as for a message within its period that finds nothing to wake.
    IF NEW.last_message_period = period_of(greatest(NEW.last_message_at, NEW.woken_at))
        AND NEW.is_unread = (NEW.owner_unread_count > 0)
        AND (NEW.last_seq = OLD.last_seq OR OLD.snoozed_at IS NULL AND OLD.woken_at IS NULL)
        AND NEW.status = OLD.status
        AND NEW.is_spam = OLD.is_spam
        AND NEW.snoozed_at IS NOT DISTINCT FROM OLD.snoozed_at
        AND NEW.woken_at IS NOT DISTINCT FROM OLD.woken_at
    THEN
        RETURN NEW;
    END IF;

    IF TG_OP = 'UPDATE' THEN
        -- By follow_turn()'s signs, a visitor's message, and then a person's.
        by_visitor := NEW.last_seq > OLD.last_seq AND NEW.owner_unread_count > OLD.owner_unread_count;
        IF by_visitor AND OLD.snoozed_at IS NOT NULL THEN
            NEW.snoozed_at := NULL;
            NEW.snoozed_until := NULL;
            NEW.woken_at := NEW.last_message_at;
            NEW.woken_by := 'reply';
        ELSIF by_visitor OR NEW.last_seq > OLD.last_seq AND NEW.owner_read_seq = NEW.last_seq THEN
            NEW.woken_at := NULL;
            NEW.woken_by := NULL;
        END IF;
        IF NEW.status <> 'open' OR NEW.is_spam THEN
            NEW.snoozed_at := NULL;
            NEW.snoozed_until := NULL;
            NEW.woken_at := NULL;
            NEW.woken_by := NULL;
        END IF;
    END IF;

    NEW.last_message_period := period_of(greatest(NEW.last_message_at, NEW.woken_at));
    IF TG_OP = 'UPDATE' AND NEW.has_labels AND NEW.last_message_period IS DISTINCT FROM OLD.last_message_period THEN
        UPDATE conversation_labels SET last_message_period = NEW.last_message_period WHERE conversation_id = NEW.id;
    END IF;
    NEW.is_unread := NEW.owner_unread_count > 0;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "conversations_place" BEFORE INSERT OR UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "place_conversation"();
-- Also for rows that come by replication.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_place";
