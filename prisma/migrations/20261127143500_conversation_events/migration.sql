-- What happened to a conversation besides what was written in it (docs/decisions/0044-events-in-the-thread.md).
CREATE TABLE "conversation_events" (
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "seq" INTEGER NOT NULL,            -- 1, 2, 3 … in its conversation
    "after_seq" INTEGER NOT NULL,      -- the last message before it
    "kind" TEXT NOT NULL,
    "via" TEXT NOT NULL,
    "actor_id" UUID, "actor_name" TEXT,    -- names are those of then
    "target_id" UUID, "target_name" TEXT,
    "until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    PRIMARY KEY ("conversation_id", "seq")
);
-- For the erasure of an account.
CREATE INDEX "conversation_events_actor_id_idx" ON "conversation_events" ("actor_id");
CREATE INDEX "conversation_events_target_id_idx" ON "conversation_events" ("target_id");

-- By its name, it runs after change_conversation(), which wakes a snoozed conversation for a message.
CREATE FUNCTION "store_conversation_events"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN := NEW.last_seq > OLD.last_seq;
    by_visitor BOOLEAN := is_message AND NEW.owner_unread_count > OLD.owner_unread_count;
    -- Whoever reopens it doesn't mean to take it from someone who has lost access.
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
CREATE TRIGGER "conversations_store_events" BEFORE UPDATE ON "conversations" FOR EACH ROW
    WHEN (NEW."changed_via" IS NOT NULL OR (NEW."status", NEW."is_spam", NEW."assignee_id", NEW."snoozed_at")
        IS DISTINCT FROM (OLD."status", OLD."is_spam", OLD."assignee_id", OLD."snoozed_at"))
    EXECUTE FUNCTION "store_conversation_events"();
