-- As before, with comments that docs/writing.md allows.
-- Closing an account closes the workspaces it owns, but never one that has other members: it fails with WO001, and the
-- account stays open.
CREATE OR REPLACE FUNCTION "close_workspaces"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- Accepting an invitation takes this lock too, so the next statement sees new members.
    PERFORM FROM workspaces WHERE owner_id = NEW.id AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM members m JOIN workspaces w ON w.id = m.workspace_id
               WHERE w.owner_id = NEW.id AND w.closed_at IS NULL AND m.user_id <> NEW.id AND m.standing <> 'removed') THEN
        RAISE EXCEPTION 'others are in this workspace' USING ERRCODE = 'WO001';
    END IF;
    UPDATE workspaces SET closed_at = NEW.closed_at WHERE owner_id = NEW.id AND closed_at IS NULL;
    RETURN NULL;
END $$;

-- A change of a conversation's status, spam mark, assignee or snooze is a line of its thread, written with the change,
-- whichever statement makes it (decision 44). Its trigger's name comes after conversations_change, whose waking it
-- records.
CREATE OR REPLACE FUNCTION "store_conversation_events"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN := NEW.last_seq > OLD.last_seq;
    by_visitor BOOLEAN := is_message AND NEW.owner_unread_count > OLD.owner_unread_count;
    -- Reopening a conversation doesn't mean to take it from an assignee who has lost access.
    is_lost BOOLEAN := OLD.status = 'closed' AND NEW.assignee_id IS NULL;
BEGIN
    IF (NEW.status, NEW.is_spam, NEW.assignee_id, NEW.snoozed_at) IS DISTINCT FROM (OLD.status, OLD.is_spam, OLD.assignee_id, OLD.snoozed_at) THEN
        INSERT INTO conversation_events (conversation_id, seq, after_seq, kind, via, actor_id, actor_name, target_id, target_name, until, created_at)
        SELECT NEW.id, OLD.event_seq + row_number() OVER (ORDER BY e.place),
            CASE WHEN e.kind = 'closed' THEN NEW.last_seq ELSE OLD.last_seq END, e.kind,
            CASE WHEN e.kind = 'unassigned' AND is_lost THEN 'service'
                ELSE coalesce(NEW.changed_via, CASE WHEN by_visitor THEN 'visitor' ELSE 'service' END) END,
            actor.id, actor.name, target.id, target.name, CASE WHEN e.kind = 'snoozed' THEN NEW.snoozed_until END,
            CASE WHEN is_message THEN NEW.last_message_at ELSE clock_timestamp() END
        FROM (VALUES
            (1, 'reopened', OLD.status = 'closed' AND NEW.status = 'open', NULL),
            (2, 'not_spam', OLD.is_spam AND NOT NEW.is_spam, NULL),
            (3, 'woken', OLD.snoozed_at IS NOT NULL AND NEW.snoozed_at IS NULL AND NEW.status = 'open' AND NOT NEW.is_spam, NULL),
            (4, 'unassigned', OLD.assignee_id IS NOT NULL AND NEW.assignee_id IS NULL, OLD.assignee_id),
            (5, 'assigned', NEW.assignee_id IS NOT NULL AND NEW.assignee_id IS DISTINCT FROM OLD.assignee_id, NEW.assignee_id),
            (6, 'snoozed', NEW.snoozed_at IS NOT NULL AND NEW.snoozed_at IS DISTINCT FROM OLD.snoozed_at, NULL),
            (7, 'spam', NEW.is_spam AND NOT OLD.is_spam, NULL),
            (8, 'closed', OLD.status = 'open' AND NEW.status = 'closed', NULL)
        ) AS e (place, kind, happened, target_id)
        LEFT JOIN LATERAL (
            SELECT u.id, coalesce(u.name, u.email) AS name FROM users u
            WHERE u.id = NEW.changed_by AND NOT (e.kind = 'unassigned' AND is_lost)
        ) actor ON true
        LEFT JOIN LATERAL (SELECT u.id, coalesce(u.name, u.email) AS name FROM users u WHERE u.id = e.target_id) target ON true
        WHERE e.happened;
        GET DIAGNOSTICS NEW.event_seq = ROW_COUNT;
        NEW.event_seq := OLD.event_seq + NEW.event_seq;
    END IF;
    NEW.changed_by := NULL;
    NEW.changed_via := NULL;
    RETURN NEW;
END $$;
