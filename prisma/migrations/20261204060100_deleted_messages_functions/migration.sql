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


-- The number of one side's messages, automatic ones included and deleted ones not, after one seq, up to another. Called under
-- the lock of the conversation's row. VOLATILE, so it sees what was committed while the statement waited for that lock.
CREATE OR REPLACE FUNCTION "count_messages"("of_conversation" UUID, "of_side" TEXT, "after_seq" INTEGER, "up_to_seq" INTEGER)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT count(*) FROM messages
        WHERE conversation_id = of_conversation AND seq > after_seq AND seq <= up_to_seq
            AND (sender_type = 'visitor') = (of_side = 'visitor') AND deleted_at IS NULL
    );
END $$;

-- The seq of the last message in a conversation that's the visitor's or a person's and isn't deleted, or null. Called under the
-- lock of the conversation's row. VOLATILE, so it sees what was committed while the statement waited for that lock.
CREATE OR REPLACE FUNCTION "newest_left_seq"("of_conversation" UUID, "of_side" TEXT)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT seq FROM messages WHERE conversation_id = of_conversation AND sender_type = of_side AND deleted_at IS NULL
        ORDER BY seq DESC LIMIT 1
    );
END $$;

-- The time of the first visitor's message since the last reply, from a given seq on, or null. It's when a wait began,
-- read from the messages: for conversations that are reopened, unblocked or no longer spam, or have a deleted message. A
-- deleted reply ended the wait all the same.
CREATE OR REPLACE FUNCTION "waiting_since_of"("of_conversation" UUID, "from_seq" INTEGER) RETURNS TIMESTAMPTZ LANGUAGE plpgsql VOLATILE AS $$
DECLARE first_seq INTEGER := greatest(from_seq, coalesce(last_message_seq(of_conversation, 'owner'), 0) + 1);
BEGIN
    RETURN (SELECT created_at FROM messages WHERE conversation_id = of_conversation AND sender_type = 'visitor' AND deleted_at IS NULL AND seq >= first_seq ORDER BY seq LIMIT 1);
END $$;

-- The seq of the first visitor's message since the last reply, from a given seq on, or null. It's where a wait began,
-- read from the messages: for conversations that are reopened, unblocked or no longer spam, or have a deleted message. A
-- deleted reply ended the wait all the same.
CREATE OR REPLACE FUNCTION "waiting_seq_of"("of_conversation" UUID, "from_seq" INTEGER) RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
DECLARE first_seq INTEGER := greatest(from_seq, coalesce(last_message_seq(of_conversation, 'owner'), 0) + 1);
BEGIN
    RETURN (SELECT seq FROM messages WHERE conversation_id = of_conversation AND sender_type = 'visitor' AND deleted_at IS NULL AND seq >= first_seq ORDER BY seq LIMIT 1);
END $$;

-- Whether a colleague's message or note is newer than what a reply's writer saw. A null position isn't compared, and neither is
-- a deleted message.
-- VOLATILE, so it sees what was committed while the statement waited for the conversation's lock.
CREATE OR REPLACE FUNCTION "colleague_wrote"("of_conversation" UUID, "me" UUID, "after_seq" INTEGER, "after_note" INTEGER)
RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE COST 1000 AS $$
BEGIN
    RETURN EXISTS (SELECT FROM messages WHERE conversation_id = of_conversation AND seq > after_seq AND sender_type = 'owner' AND sender_id <> me AND deleted_at IS NULL)
        OR EXISTS (SELECT FROM notes WHERE conversation_id = of_conversation AND seq > after_note AND author_id <> me);
END $$;

-- Whose turn it is: `last_message_by`, `first_reply_at`, and since which message the visitor waits (`waiting_since`,
-- `waiting_seq`). A conversation waits if it's open, no spam, its visitor wrote last, and counts_as_waiting() is true,
-- unless a person said that its messages so far need no reply: then `settled_seq` is its `last_seq`. The next message is
-- after it, so it begins a new wait. A deleted message of the visitor's no longer waits (`deleted_count`).
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
        AND NEW.deleted_count IS NOT DISTINCT FROM OLD.deleted_count
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

    -- Nothing is left of the visitor's turn. Without a reply before it, nothing needs one.
    IF NEW.deleted_count IS DISTINCT FROM OLD.deleted_count AND NEW.last_message_by = 'visitor'
        AND waiting_seq_of(NEW.id, 1) IS NULL
    THEN
        IF last_message_seq(NEW.id, 'owner') IS NULL THEN
            NEW.settled_seq := NEW.last_seq;
        ELSE
            NEW.last_message_by := 'owner';
        END IF;
    END IF;

    IF NEW.status <> 'open' OR NEW.is_spam OR NEW.last_message_by = 'owner' OR NEW.settled_seq = NEW.last_seq THEN
        NEW.waiting_since := NULL;
        NEW.waiting_seq := NULL;
    ELSIF by_visitor AND (was_by = 'owner' OR OLD.status <> 'open' OR OLD.settled_seq = OLD.last_seq) THEN
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN NEW.last_message_at END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN NEW.last_seq END;
    ELSIF OLD.last_message_by IS NULL OR NEW.status <> OLD.status OR NEW.is_spam <> OLD.is_spam
        OR NEW.settled_seq IS DISTINCT FROM OLD.settled_seq OR NEW.deleted_count IS DISTINCT FROM OLD.deleted_count
    THEN
        from_seq := greatest(NEW.opened_seq, NEW.settled_seq + 1);
        NEW.waiting_since := CASE WHEN counts_as_waiting(NEW.visitor_id) THEN waiting_since_of(NEW.id, from_seq) END;
        NEW.waiting_seq := CASE WHEN NEW.waiting_since IS NOT NULL THEN waiting_seq_of(NEW.id, from_seq) END;
    END IF;
    RETURN NEW;
END $$;

