-- Messages that no one wrote (docs/decisions/0046-one-message-in-the-database.md). Visitors' and people's are as before.
-- Every message has a seq from 1 on, a known kind and 1 to 4,000 characters. A trigger, because PostgreSQL
-- parses check constraints again for each statement.
CREATE OR REPLACE FUNCTION "check_message"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (NEW.seq >= 1 AND NEW.sender_type IN ('visitor', 'owner', 'automatic') AND char_length(NEW.body) BETWEEN 1 AND 4000) THEN
        RAISE EXCEPTION 'a message has a value that it must not have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- The number of one side's messages, automatic ones included, after one seq, up to another. Called under the lock of the
-- conversation's row. VOLATILE, so it sees what was committed while the statement waited for that lock.
CREATE OR REPLACE FUNCTION "count_messages"("of_conversation" UUID, "of_side" TEXT, "after_seq" INTEGER, "up_to_seq" INTEGER)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT count(*) FROM messages
        WHERE conversation_id = of_conversation AND seq > after_seq AND seq <= up_to_seq
            AND (sender_type = 'visitor') = (of_side = 'visitor')
    );
END $$;

-- Whose turn it is: `last_message_by`, `first_reply_at`, and since which message the visitor waits (`waiting_since`,
-- `waiting_seq`). A conversation waits if it's open, no spam, its visitor wrote last, and counts_as_waiting() is true.
-- It's kept in the statement that stores the message, under the conversation's lock, whichever statement that is (decision
-- 27).
CREATE OR REPLACE FUNCTION "follow_turn"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    by_visitor BOOLEAN;
    by_person BOOLEAN;
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

    -- Only a visitor's message raises both numbers, and only a person's is read by the team at once. An automatic one does
    -- neither, and changes nothing here (decision 46).
    by_visitor := NEW.last_seq > OLD.last_seq AND NEW.owner_unread_count > OLD.owner_unread_count;
    by_person := NEW.last_seq > OLD.last_seq AND NEW.owner_read_seq = NEW.last_seq;
    was_by := OLD.last_message_by;
    -- A row that was inserted with its messages, by an import for example: what they say.
    IF was_by IS NULL THEN
        was_by := coalesce((
            SELECT sender_type FROM messages
            WHERE conversation_id = NEW.id AND seq <= OLD.last_seq AND sender_type <> 'automatic' ORDER BY seq DESC LIMIT 1
        ), 'visitor');
        NEW.last_message_by := was_by;
        NEW.first_page_url := OLD.page_url;
        NEW.first_reply_at := (
            SELECT created_at FROM messages
            WHERE conversation_id = NEW.id AND sender_type = 'owner' AND seq <= OLD.last_seq ORDER BY seq LIMIT 1
        );
    END IF;

    IF by_visitor THEN
        NEW.last_message_by := 'visitor';
    ELSIF by_person THEN
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
