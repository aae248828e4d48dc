-- A conversation's messages may need no reply, and what happens to it is noted for closing it automatically.
-- Whose turn it is: `last_message_by`, `first_reply_at`, and since which message the visitor waits (`waiting_since`,
-- `waiting_seq`). A conversation waits if it's open, no spam, its visitor wrote last, and counts_as_waiting() is true,
-- unless a person said that its messages so far need no reply: then `settled_seq` is its `last_seq`. The next message is
-- after it, so it begins a new wait.
-- It's kept in the statement that stores the message, under the conversation's lock, whichever statement that is (decision
-- 27).
CREATE OR REPLACE FUNCTION "follow_turn"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    by_visitor BOOLEAN;
    by_person BOOLEAN;
    was_by TEXT;
    from_seq INTEGER;
BEGIN
    -- Nothing to do, as for a message that continues a turn.
    IF NEW.status = OLD.status AND NEW.is_spam = OLD.is_spam
        AND (NEW.last_seq = OLD.last_seq AND OLD.last_message_by IS NOT NULL
            AND NEW.settled_seq IS NOT DISTINCT FROM OLD.settled_seq
            OR (NEW.owner_unread_count > OLD.owner_unread_count) = (OLD.last_message_by = 'visitor')
            AND OLD.settled_seq IS DISTINCT FROM OLD.last_seq)
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
        NEW.settled_seq := NULL;
    ELSIF OLD.settled_seq = OLD.last_seq AND NEW.settled_seq = OLD.settled_seq THEN
        -- An automatic message, after which it still needs no reply.
        NEW.settled_seq := NEW.last_seq;
    END IF;

    IF NEW.status <> 'open' OR NEW.is_spam OR NEW.last_message_by = 'owner' OR NEW.settled_seq = NEW.last_seq THEN
        NEW.waiting_since := NULL;
        NEW.waiting_seq := NULL;
    ELSIF by_visitor AND (was_by = 'owner' OR OLD.status <> 'open' OR OLD.settled_seq = OLD.last_seq) THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN NEW.last_message_at END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN NEW.last_seq END;
    ELSIF OLD.last_message_by IS NULL OR NEW.status <> OLD.status OR NEW.is_spam <> OLD.is_spam
        OR NEW.settled_seq IS DISTINCT FROM OLD.settled_seq
    THEN
        from_seq := greatest(NEW.opened_seq, NEW.settled_seq + 1);
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN waiting_since_of(NEW.id, from_seq) END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN waiting_seq_of(NEW.id, from_seq) END;
    END IF;
    RETURN NEW;
END $$;


-- A change of a conversation's status, spam mark, assignee or snooze, and that it needs no reply, is a line of its thread,
-- written with the change, whichever statement makes it (decision 44). `idle_since` is when the last line was written. Its
-- trigger's name comes after conversations_place, whose waking it records. What needs no reply is said by statements
-- that set `changed_via`, so the trigger doesn't compare it.
CREATE OR REPLACE FUNCTION "store_conversation_events"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN := NEW.last_seq > OLD.last_seq;
    by_visitor BOOLEAN := is_message AND NEW.owner_unread_count > OLD.owner_unread_count;
    -- Reopening a conversation doesn't mean to take it from an assignee who has lost access.
    is_lost BOOLEAN := OLD.status = 'closed' AND NEW.assignee_id IS NULL;
BEGIN
    IF (NEW.status, NEW.is_spam, NEW.assignee_id, NEW.snoozed_at, NEW.settled_seq)
        IS DISTINCT FROM (OLD.status, OLD.is_spam, OLD.assignee_id, OLD.snoozed_at, OLD.settled_seq)
    THEN
        INSERT INTO conversation_events (
            conversation_id, seq, after_seq, kind, via, actor_id, actor_name, target_id, target_name, until, days, created_at
        )
        SELECT NEW.id, OLD.event_seq + row_number() OVER (ORDER BY e.place),
            CASE WHEN e.kind = 'closed' THEN NEW.last_seq ELSE OLD.last_seq END, e.kind,
            CASE WHEN e.kind = 'unassigned' AND is_lost THEN 'service'
                ELSE coalesce(NEW.changed_via, CASE WHEN by_visitor THEN 'visitor' ELSE 'service' END) END,
            actor.id, actor.name, target.id, target.name, CASE WHEN e.kind = 'snoozed' THEN NEW.snoozed_until END,
            CASE WHEN e.kind = 'closed' AND NEW.changed_via = 'auto_close'
                THEN (SELECT auto_close_days FROM sites WHERE id = NEW.site_id) END,
            CASE WHEN is_message THEN NEW.last_message_at ELSE clock_timestamp() END
        FROM (VALUES
            (1, 'reopened', OLD.status = 'closed' AND NEW.status = 'open', NULL),
            (2, 'not_spam', OLD.is_spam AND NOT NEW.is_spam, NULL),
            (3, 'woken', OLD.snoozed_at IS NOT NULL AND NEW.snoozed_at IS NULL AND NEW.status = 'open' AND NOT NEW.is_spam, NULL),
            (4, 'unassigned', OLD.assignee_id IS NOT NULL AND NEW.assignee_id IS NULL, OLD.assignee_id),
            (5, 'assigned', NEW.assignee_id IS NOT NULL AND NEW.assignee_id IS DISTINCT FROM OLD.assignee_id, NEW.assignee_id),
            (6, 'snoozed', NEW.snoozed_at IS NOT NULL AND NEW.snoozed_at IS DISTINCT FROM OLD.snoozed_at, NULL),
            (7, 'spam', NEW.is_spam AND NOT OLD.is_spam, NULL),
            (8, 'closed', OLD.status = 'open' AND NEW.status = 'closed', NULL),
            (9, 'no_reply', NOT is_message AND coalesce(NEW.settled_seq = NEW.last_seq, false) AND OLD.settled_seq IS DISTINCT FROM NEW.settled_seq, NULL),
            (10, 'needs_reply', NOT is_message AND NEW.settled_seq IS NULL AND coalesce(OLD.settled_seq = OLD.last_seq, false), NULL)
        ) AS e (place, kind, happened, target_id)
        LEFT JOIN LATERAL (
            SELECT u.id, coalesce(u.name, u.email) AS name FROM users u
            WHERE u.id = NEW.changed_by AND NOT (e.kind = 'unassigned' AND is_lost)
        ) actor ON true
        LEFT JOIN LATERAL (SELECT u.id, coalesce(u.name, u.email) AS name FROM users u WHERE u.id = e.target_id) target ON true
        WHERE e.happened;
        GET DIAGNOSTICS NEW.event_seq = ROW_COUNT;
        IF NEW.event_seq > 0 THEN
            NEW.idle_since := clock_timestamp();
        END IF;
        NEW.event_seq := OLD.event_seq + NEW.event_seq;
    END IF;
    NEW.changed_by := NULL;
    NEW.changed_via := NULL;
    RETURN NEW;
END $$;

