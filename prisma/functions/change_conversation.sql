-- What follows from a change of a conversation: who wrote last, the first reply, since when the visitor waits, what wakes a
-- snoozed one, and where lists show it. Values that a row must not have are an error.
CREATE OR REPLACE FUNCTION "change_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN;
    by_visitor BOOLEAN;
    was_by TEXT;
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

    -- Nothing to do, as for a message that continues a turn within its period. A row of the version before has no
    -- last_message_by yet, and a new row has no OLD.
    IF NEW.last_message_period = period_of(greatest(NEW.last_message_at, NEW.woken_at))
        AND NEW.is_unread = (NEW.owner_unread_count > 0)
        AND (NEW.last_seq = OLD.last_seq AND OLD.last_message_by IS NOT NULL
            OR (NEW.owner_unread_count > OLD.owner_unread_count) = (OLD.last_message_by = 'visitor')
                AND OLD.snoozed_at IS NULL AND OLD.woken_at IS NULL)
        AND NEW.status = OLD.status
        AND NEW.is_spam = OLD.is_spam
        AND NEW.snoozed_at IS NOT DISTINCT FROM OLD.snoozed_at
        AND NEW.woken_at IS NOT DISTINCT FROM OLD.woken_at
    THEN
        RETURN NEW;
    END IF;

    IF TG_OP = 'INSERT' THEN
        NEW.last_message_period := period_of(greatest(NEW.last_message_at, NEW.woken_at));
        NEW.is_unread := NEW.owner_unread_count > 0;
        -- A new conversation. A restored one is kept as it was.
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
    IF was_by IS NULL THEN
        was_by := coalesce((SELECT sender_type FROM messages WHERE conversation_id = NEW.id AND seq = OLD.last_seq), 'visitor');
        NEW.last_message_by := was_by;
        NEW.first_page_url := OLD.page_url;
        NEW.first_reply_at := (
            SELECT created_at FROM messages
            WHERE conversation_id = NEW.id AND sender_type = 'owner' AND seq <= OLD.last_seq ORDER BY seq LIMIT 1
        );
        IF OLD.status = 'open' AND NOT OLD.is_spam AND was_by = 'visitor' AND counts_as_waiting(NEW.visitor_id) THEN
            NEW.waiting_since := waiting_since_of(NEW.id, OLD.opened_seq);
            NEW.waiting_seq := waiting_seq_of(NEW.id, OLD.opened_seq);
        END IF;
    END IF;

    IF is_message THEN
        IF by_visitor AND OLD.snoozed_at IS NOT NULL THEN
            NEW.snoozed_at := NULL;
            NEW.snoozed_until := NULL;
            NEW.woken_at := NEW.last_message_at;
            NEW.woken_by := 'reply';
        ELSE
            NEW.woken_at := NULL;
            NEW.woken_by := NULL;
        END IF;
        IF by_visitor THEN
            NEW.last_message_by := 'visitor';
        ELSE
            NEW.last_message_by := 'owner';
            NEW.first_reply_at := coalesce(NEW.first_reply_at, NEW.last_message_at);
        END IF;
    END IF;
    IF NEW.status <> 'open' OR NEW.is_spam THEN
        NEW.snoozed_at := NULL;
        NEW.snoozed_until := NULL;
        NEW.woken_at := NULL;
        NEW.woken_by := NULL;
    END IF;

    IF NEW.status <> 'open' OR NEW.is_spam OR NEW.last_message_by = 'owner' THEN
        NEW.waiting_since := NULL;
        NEW.waiting_seq := NULL;
    ELSIF by_visitor AND (was_by = 'owner' OR OLD.status <> 'open') THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN NEW.last_message_at END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN NEW.last_seq END;
    ELSIF NEW.status <> OLD.status OR NEW.is_spam <> OLD.is_spam THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN waiting_since_of(NEW.id, NEW.opened_seq) END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN waiting_seq_of(NEW.id, NEW.opened_seq) END;
    END IF;

    NEW.last_message_period := period_of(greatest(NEW.last_message_at, NEW.woken_at));
    IF NEW.has_labels AND NEW.last_message_period IS DISTINCT FROM OLD.last_message_period THEN
        UPDATE conversation_labels SET last_message_period = NEW.last_message_period WHERE conversation_id = NEW.id;
    END IF;
    NEW.is_unread := NEW.owner_unread_count > 0;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "conversations_change" BEFORE INSERT OR UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "change_conversation"();
-- Also for rows that come by replication.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_change";
