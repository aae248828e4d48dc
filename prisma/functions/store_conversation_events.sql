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

CREATE OR REPLACE TRIGGER "conversations_store_events" BEFORE UPDATE ON "conversations" FOR EACH ROW
    WHEN (NEW."changed_via" IS NOT NULL OR (NEW."status", NEW."is_spam", NEW."assignee_id", NEW."snoozed_at")
        IS DISTINCT FROM (OLD."status", OLD."is_spam", OLD."assignee_id", OLD."snoozed_at"))
    EXECUTE FUNCTION "store_conversation_events"();
