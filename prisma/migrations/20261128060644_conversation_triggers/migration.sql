-- change_conversation() in three, by subject (docs/decisions/0046-one-message-in-the-database.md). Rows change as before.
DROP TRIGGER "conversations_change" ON "conversations";
DROP FUNCTION "change_conversation"();

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

-- Whose turn it is: `last_message_by`, `first_reply_at`, and since which message the visitor waits (`waiting_since`,
-- `waiting_seq`). A conversation waits if it's open, no spam, its visitor wrote last, and counts_as_waiting() is true. It's kept
-- in the statement that stores the message, under the conversation's lock, whichever statement that is (decision 27).
CREATE OR REPLACE FUNCTION "follow_turn"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN;
    by_visitor BOOLEAN;
    was_by TEXT;
BEGIN
    -- Nothing to do, as for a message that continues a turn.
    IF NEW.status = OLD.status AND NEW.is_spam = OLD.is_spam
        AND (NEW.last_seq = OLD.last_seq AND OLD.last_message_by IS NOT NULL
            OR (NEW.owner_unread_count > OLD.owner_unread_count) = (OLD.last_message_by = 'visitor'))
    THEN
        RETURN NEW;
    END IF;

    -- A new conversation begins with its visitor's message. A restored one is kept as it was.
    IF TG_OP = 'INSERT' THEN
        IF NEW.last_message_by IS NULL AND NEW.last_seq = 1 THEN
            NEW.last_message_by := 'visitor';
            NEW.first_page_url := coalesce(NEW.first_page_url, NEW.page_url);
            IF NEW.status = 'open' AND NOT NEW.is_spam AND counts_as_waiting(NEW.visitor_id) THEN
                NEW.waiting_since := NEW.last_message_at;
                NEW.waiting_seq := 1;
            END IF;
        END IF;
        RETURN NEW;
    END IF;

    is_message := NEW.last_seq > OLD.last_seq;
    -- Nothing else raises both numbers.
    by_visitor := is_message AND NEW.owner_unread_count > OLD.owner_unread_count;
    was_by := OLD.last_message_by;
    -- A row that was inserted with its messages, by an import for example: what they say.
    IF was_by IS NULL THEN
        was_by := coalesce((SELECT sender_type FROM messages WHERE conversation_id = NEW.id AND seq = OLD.last_seq), 'visitor');
        NEW.last_message_by := was_by;
        NEW.first_page_url := OLD.page_url;
        NEW.first_reply_at := (
            SELECT created_at FROM messages
            WHERE conversation_id = NEW.id AND sender_type = 'owner' AND seq <= OLD.last_seq ORDER BY seq LIMIT 1
        );
    END IF;

    IF by_visitor THEN
        NEW.last_message_by := 'visitor';
    ELSIF is_message THEN
        NEW.last_message_by := 'owner';
        NEW.first_reply_at := coalesce(NEW.first_reply_at, NEW.last_message_at);
    END IF;

    IF NEW.status <> 'open' OR NEW.is_spam OR NEW.last_message_by = 'owner' THEN
        NEW.waiting_since := NULL;
        NEW.waiting_seq := NULL;
    ELSIF by_visitor AND (was_by = 'owner' OR OLD.status <> 'open') THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN NEW.last_message_at END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN NEW.last_seq END;
    ELSIF OLD.last_message_by IS NULL OR NEW.status <> OLD.status OR NEW.is_spam <> OLD.is_spam THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN waiting_since_of(NEW.id, NEW.opened_seq) END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN waiting_seq_of(NEW.id, NEW.opened_seq) END;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "conversations_follow_turn" BEFORE INSERT OR UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "follow_turn"();
-- Also for rows that come by replication.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_follow_turn";

-- Where lists show a conversation. A visitor's message wakes a snoozed one, and any message ends that it's marked as woken;
-- only an open conversation that isn't spam is snoozed or woken. `last_message_period` is the quarter of an hour that lists are
-- ordered by, also in its labels' rows, and `is_unread` is whether its team has unread messages (decisions 25 and 27).
CREATE OR REPLACE FUNCTION "place_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
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
        IF NEW.last_seq > OLD.last_seq THEN
            -- A visitor's message is the only change that raises both numbers.
            IF OLD.snoozed_at IS NOT NULL AND NEW.owner_unread_count > OLD.owner_unread_count THEN
                NEW.snoozed_at := NULL;
                NEW.snoozed_until := NULL;
                NEW.woken_at := NEW.last_message_at;
                NEW.woken_by := 'reply';
            ELSE
                NEW.woken_at := NULL;
                NEW.woken_by := NULL;
            END IF;
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
