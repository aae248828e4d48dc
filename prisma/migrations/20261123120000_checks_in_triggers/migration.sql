-- PostgreSQL parses each check constraint again for every statement that writes to its table, which was a sixth of what a
-- message cost it. A trigger's function is parsed once per connection, so triggers check the same.
ALTER TABLE "conversations"
    DROP CONSTRAINT "conversations_status_value",
    DROP CONSTRAINT "conversations_page_url_length",
    DROP CONSTRAINT "conversations_last_message_preview_length",
    DROP CONSTRAINT "conversations_read_marks",
    DROP CONSTRAINT "conversations_unread_counts";
ALTER TABLE "messages"
    DROP CONSTRAINT "messages_seq_positive",
    DROP CONSTRAINT "messages_sender_type_value",
    DROP CONSTRAINT "messages_body_length";
-- Only one statement writes keys, and their schema limits their length.
ALTER TABLE "message_keys" DROP CONSTRAINT "message_keys_key_length";

CREATE FUNCTION "check_message"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (NEW.seq >= 1 AND NEW.sender_type IN ('visitor', 'owner') AND char_length(NEW.body) BETWEEN 1 AND 4000) THEN
        RAISE EXCEPTION 'a message has a value that it must not have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "messages_check" BEFORE INSERT OR UPDATE ON "messages"
    FOR EACH ROW EXECUTE FUNCTION "check_message"();

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
    ELSIF by_visitor AND (was_by = 'owner' OR OLD.status <> 'open') THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN NEW.last_message_at END;
    ELSIF NEW.status <> OLD.status OR NEW.is_spam <> OLD.is_spam THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN waiting_since_of(NEW.id, NEW.opened_seq) END;
    END IF;

    NEW.last_message_period := period_of(greatest(NEW.last_message_at, NEW.woken_at));
    IF NEW.has_labels AND NEW.last_message_period IS DISTINCT FROM OLD.last_message_period THEN
        UPDATE conversation_labels SET last_message_period = NEW.last_message_period WHERE conversation_id = NEW.id;
    END IF;
    NEW.is_unread := NEW.owner_unread_count > 0;
    RETURN NEW;
END $$;
-- Without a WHEN: each statement would read its condition from the catalog, which takes longer than the function's first
-- lines.
DROP TRIGGER "conversations_place" ON "conversations";
DROP TRIGGER "conversations_change" ON "conversations";
CREATE TRIGGER "conversations_change" BEFORE INSERT OR UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "change_conversation"();
DROP FUNCTION "place_conversation"();
-- Also for rows that come by replication, whose sender may be of the version before.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_change";
ALTER TABLE "messages" ENABLE ALWAYS TRIGGER "messages_check";
