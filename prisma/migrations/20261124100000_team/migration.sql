ALTER TABLE "conversations"
    ADD COLUMN "assignee_id" UUID,                 -- no constraint (decision 25)
    ADD COLUMN "last_reply_by" UUID,
    ADD COLUMN "note_seq" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "waiting_seq" INTEGER;              -- first message of the visitor's turn; null: nobody waits, or since before this column
ALTER TABLE "workspaces"
    ADD COLUMN "name" TEXT,                        -- null: "{owner's name or email}'s workspace"
    ADD COLUMN "shared_at" TIMESTAMPTZ(3),         -- when the second person joined
    ADD COLUMN "closed_at" TIMESTAMPTZ(3),
    ADD COLUMN "claims_on_reply" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "second_factor_from" TIMESTAMPTZ(3),
    ADD COLUMN "activity_days" SMALLINT NOT NULL DEFAULT 180,
    ADD CONSTRAINT "workspaces_name_length" CHECK (char_length("name") BETWEEN 1 AND 80),
    ADD CONSTRAINT "workspaces_activity_days_range" CHECK ("activity_days" BETWEEN 30 AND 730);
ALTER TABLE "api_keys" ADD COLUMN "workspace_id" UUID REFERENCES "workspaces" ("id") ON DELETE CASCADE;
ALTER TABLE "deletions" ADD COLUMN "site_id" UUID;
ALTER TABLE "telegram_messages" ADD COLUMN "alert_seq" INTEGER;     -- alert: the last message it was about
ALTER TABLE "mails" ALTER COLUMN "workspace_id" DROP NOT NULL;       -- an email about an account of someone in no workspace
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_value",
    ADD CONSTRAINT "notifications_kind_value" CHECK ("kind" IN ('message', 'summary', 'test', 'device', 'mention', 'assigned')) NOT VALID;

CREATE TABLE "members" (
    "workspace_id" UUID NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "role" TEXT NOT NULL CONSTRAINT "members_role_value" CHECK ("role" IN ('agent', 'admin', 'owner')),
    "site_ids" UUID[],                             -- null: all, those to come included
    "standing" TEXT NOT NULL DEFAULT 'active' CONSTRAINT "members_standing_value" CHECK ("standing" IN ('active', 'suspended', 'removed')),
    "version" INTEGER NOT NULL DEFAULT 1,
    "visitor_name" TEXT CONSTRAINT "members_visitor_name_length" CHECK (char_length("visitor_name") BETWEEN 1 AND 80),
    "notify_about" TEXT NOT NULL DEFAULT 'all' CONSTRAINT "members_notify_about_value" CHECK ("notify_about" IN ('all', 'mine', 'none')),
    "is_available" BOOLEAN NOT NULL DEFAULT true,
    "schedule" JSONB,                              -- [{ "day": 1..7 (Monday first), "from": minute, "until": minute }]; null: always
    "time_zone" TEXT,
    "invited_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),                     -- suspended or removed
    "ended_by" UUID,
    PRIMARY KEY ("workspace_id", "user_id"),
    CONSTRAINT "members_owner" CHECK ("role" <> 'owner' OR ("standing" = 'active' AND "site_ids" IS NULL)),
    CONSTRAINT "members_schedule" CHECK (("schedule" IS NULL) = ("time_zone" IS NULL) AND jsonb_array_length("schedule") <= 21)
);
CREATE INDEX "members_user_id_idx" ON "members" ("user_id");

-- Rows in use only: a person's position in a conversation whose visitor waits, or that they marked. Cleanup deletes the others.
CREATE TABLE "reads" (
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "read_seq" INTEGER NOT NULL,
    "is_marked" BOOLEAN NOT NULL DEFAULT false,    -- marked unread, or mentioned in a note
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    PRIMARY KEY ("user_id", "conversation_id")
) WITH (fillfactor = 70);
CREATE INDEX "reads_conversation_id_idx" ON "reads" ("conversation_id");
CREATE INDEX "reads_marked_idx" ON "reads" ("user_id") WHERE "is_marked";
CREATE INDEX "reads_updated_at_ranges_idx" ON "reads" USING brin ("updated_at") WITH (pages_per_range = 2, autosummarize = on);

CREATE TABLE "notes" (
    "id" UUID PRIMARY KEY,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "workspace_id" UUID NOT NULL, "site_id" UUID NOT NULL,   -- go with the conversation
    "seq" INTEGER NOT NULL,
    "author_id" UUID NOT NULL,
    "body" TEXT NOT NULL CONSTRAINT "notes_body_length" CHECK (char_length("body") BETWEEN 1 AND 4000),
    "mentions" UUID[] DEFAULT ARRAY[]::UUID[] CONSTRAINT "notes_mentions_count" CHECK ("mentions" IS NOT NULL AND cardinality("mentions") <= 20),
    "key" TEXT,                                     -- Idempotency-Key
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX "notes_conversation_id_seq_key" ON "notes" ("conversation_id", "seq");
CREATE UNIQUE INDEX "notes_author_id_key_key" ON "notes" ("author_id", "key") WHERE "key" IS NOT NULL;
CREATE INDEX "notes_created_at_ranges_idx" ON "notes" USING brin ("created_at") WITH (pages_per_range = 2, autosummarize = on);

CREATE TABLE "invitations" (
    "id" UUID PRIMARY KEY,
    "workspace_id" UUID NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "email" TEXT NOT NULL CONSTRAINT "invitations_email_length" CHECK (char_length("email") BETWEEN 1 AND 160),
    "email_key" TEXT NOT NULL,
    "role" TEXT NOT NULL CONSTRAINT "invitations_role_value" CHECK ("role" IN ('agent', 'admin')),
    "site_ids" UUID[],
    "link_id" UUID NOT NULL,                        -- what both tokens are derived from under AUTH_SECRET; a new one ends them
    "link_hash" BYTEA NOT NULL, "mail_hash" BYTEA NOT NULL,   -- of the token to copy, and of the emailed one
    "mail_id" UUID,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL, "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3), "accepted_by" UUID,
    "revoked_at" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "invitations_link_hash_key" ON "invitations" ("link_hash");
CREATE UNIQUE INDEX "invitations_mail_hash_key" ON "invitations" ("mail_hash");
CREATE UNIQUE INDEX "invitations_pending_key" ON "invitations" ("workspace_id", "email_key") WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
CREATE INDEX "invitations_expires_at_idx" ON "invitations" ("expires_at");
CREATE INDEX "invitations_invited_by_idx" ON "invitations" ("invited_by");

CREATE TABLE "ownership_offers" (
    "workspace_id" UUID PRIMARY KEY REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "from_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "to_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "keeps" BOOLEAN NOT NULL,                       -- whether the giver stays an owner
    "created_at" TIMESTAMPTZ(3) NOT NULL, "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "ownership_offers_from_id_idx" ON "ownership_offers" ("from_id");
CREATE INDEX "ownership_offers_to_id_idx" ON "ownership_offers" ("to_id");
CREATE INDEX "ownership_offers_expires_at_idx" ON "ownership_offers" ("expires_at");

-- Who did what: ids and states, never text, a name or an address.
CREATE TABLE "activity" (
    "id" UUID PRIMARY KEY,
    "workspace_id" UUID NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID,                                -- null: the operator or the service
    "via" TEXT NOT NULL CONSTRAINT "activity_via_value" CHECK ("via" IN ('session', 'key', 'telegram', 'operator', 'service')),
    "action" TEXT NOT NULL,
    "site_id" UUID, "conversation_id" UUID, "target_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}'
);
CREATE INDEX "activity_workspace_id_at_id_idx" ON "activity" ("workspace_id", "at" DESC, "id" DESC);
CREATE INDEX "activity_conversation_id_idx" ON "activity" ("conversation_id") WHERE "conversation_id" IS NOT NULL;
-- Append-only: all that may change is that an erased conversation's id goes.
CREATE FUNCTION "keep_activity"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.conversation_id IS NULL AND (to_jsonb(NEW) - 'conversation_id') = (to_jsonb(OLD) - 'conversation_id') THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the activity log is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "activity_keep" BEFORE UPDATE ON "activity" FOR EACH ROW EXECUTE FUNCTION "keep_activity"();

CREATE TABLE "second_factors" (
    "user_id" UUID PRIMARY KEY REFERENCES "users" ("id") ON DELETE CASCADE,
    "secret" BYTEA NOT NULL,                        -- sealed for the user's id
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,          -- the last 30 s step whose code was accepted
    "failures" SMALLINT NOT NULL DEFAULT 0, "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "code_hash" BYTEA NOT NULL, "used_at" TIMESTAMPTZ(3),
    PRIMARY KEY ("user_id", "code_hash")
);
CREATE TABLE "login_challenges" (
    "token_hash" BYTEA PRIMARY KEY,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "stands_for" BYTEA NOT NULL,                    -- CREDENTIAL_FINGERPRINT: a new password or email ends it
    "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "login_challenges_user_id_idx" ON "login_challenges" ("user_id");
CREATE INDEX "login_challenges_expires_at_idx" ON "login_challenges" ("expires_at");

-- How far a person of a shared workspace has been emailed about a conversation, and which email waits. Solo ones go on with conversations.owner_mail_id.
CREATE TABLE "email_alerts" (
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "mail_id" UUID, "mailed_seq" INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY ("user_id", "conversation_id")
) WITH (fillfactor = 70);
CREATE INDEX "email_alerts_conversation_id_idx" ON "email_alerts" ("conversation_id");
CREATE INDEX "email_alerts_mail_id_idx" ON "email_alerts" ("mail_id") WHERE "mail_id" IS NOT NULL;

-- A workspace's owner is its first member, also if the version before creates it.
CREATE FUNCTION "add_first_member"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO members (workspace_id, user_id, role, created_at) VALUES (NEW.id, NEW.owner_id, 'owner', NEW.created_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER "workspaces_add_first_member" AFTER INSERT ON "workspaces" FOR EACH ROW EXECUTE FUNCTION "add_first_member"();

CREATE FUNCTION "count_member_versions"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.role, NEW.site_ids, NEW.standing) IS DISTINCT FROM (OLD.role, OLD.site_ids, OLD.standing) THEN NEW.version := OLD.version + 1; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "members_count_versions" BEFORE UPDATE ON "members" FOR EACH ROW EXECUTE FUNCTION "count_member_versions"();

-- A workspace always has an owner. The lock makes two who leave at once take turns; each statement here sees what the other committed.
CREATE FUNCTION "keep_owner"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE next_owner UUID;
BEGIN
    IF OLD.role <> 'owner' OR (TG_OP = 'UPDATE' AND NEW.role = 'owner') THEN RETURN NULL; END IF;
    PERFORM FROM workspaces WHERE id = OLD.workspace_id AND closed_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    SELECT user_id INTO next_owner FROM members
    WHERE workspace_id = OLD.workspace_id AND role = 'owner' ORDER BY created_at, user_id LIMIT 1;
    IF next_owner IS NULL THEN
        -- The version before erases an account with its workspace.
        IF NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id AND closed_at IS NULL) THEN RETURN NULL; END IF;
        RAISE EXCEPTION 'a workspace needs an owner' USING ERRCODE = 'WO001';
    END IF;
    UPDATE workspaces SET owner_id = next_owner WHERE id = OLD.workspace_id AND owner_id = OLD.user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER "members_keep_owner" AFTER UPDATE OR DELETE ON "members" FOR EACH ROW EXECUTE FUNCTION "keep_owner"();

-- Closing an account closes its workspaces, and never one with other people in it: owner_id has moved on by then.
CREATE FUNCTION "close_workspaces"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever accepts an invitation holds this lock, so the next statement sees them.
    PERFORM FROM workspaces WHERE owner_id = NEW.id AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM members m JOIN workspaces w ON w.id = m.workspace_id
               WHERE w.owner_id = NEW.id AND w.closed_at IS NULL AND m.user_id <> NEW.id AND m.standing <> 'removed') THEN
        RAISE EXCEPTION 'others are in this workspace' USING ERRCODE = 'WO001';
    END IF;
    UPDATE workspaces SET closed_at = NEW.closed_at WHERE owner_id = NEW.id AND closed_at IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER "users_close_workspaces" AFTER UPDATE OF "closed_at" ON "users" FOR EACH ROW
    WHEN (OLD."closed_at" IS NULL AND NEW."closed_at" IS NOT NULL) EXECUTE FUNCTION "close_workspaces"();

-- A key of the version before belongs to the workspace that its person owns.
CREATE FUNCTION "place_api_key"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.workspace_id := coalesce(NEW.workspace_id, (SELECT id FROM workspaces WHERE owner_id = NEW.user_id ORDER BY created_at, id LIMIT 1));
    RETURN NEW;
END $$;
CREATE TRIGGER "api_keys_place" BEFORE INSERT ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "place_api_key"();

-- Whether a colleague's message or note is newer than what someone saw. A null isn't asked about. VOLATILE: it sees what was
-- committed while the statement waited for the conversation.
CREATE FUNCTION "colleague_wrote"("of_conversation" UUID, "me" UUID, "after_seq" INTEGER, "after_note" INTEGER)
RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE COST 1000 AS $$
BEGIN
    RETURN EXISTS (SELECT FROM messages WHERE conversation_id = of_conversation AND seq > after_seq AND sender_type = 'owner' AND sender_id <> me)
        OR EXISTS (SELECT FROM notes WHERE conversation_id = of_conversation AND seq > after_note AND author_id <> me);
END $$;

CREATE FUNCTION "waiting_seq_of"("of_conversation" UUID, "from_seq" INTEGER) RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (SELECT seq FROM messages WHERE conversation_id = of_conversation AND sender_type = 'visitor'
        AND seq >= greatest(from_seq, coalesce(last_message_seq(of_conversation, 'owner'), 0) + 1) ORDER BY seq LIMIT 1);
END $$;

-- Whether a person takes conversations now, by their switch and their hours in their zone. An unknown zone counts as none.
CREATE FUNCTION "is_available"("at" TIMESTAMPTZ, "is_on" BOOLEAN, "hours" JSONB, "zone" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
DECLARE local_time TIMESTAMP; local_minute INTEGER; local_day INTEGER;
BEGIN
    IF NOT is_on OR hours IS NULL THEN RETURN is_on; END IF;
    local_time := at AT TIME ZONE zone;
    local_minute := extract(hour FROM local_time) * 60 + extract(minute FROM local_time);
    local_day := extract(isodow FROM local_time);
    RETURN EXISTS (SELECT FROM jsonb_to_recordset(hours) AS w (day INTEGER, "from" INTEGER, until INTEGER)
        WHERE w.day = local_day AND local_minute >= w."from" AND local_minute < w.until);
EXCEPTION WHEN invalid_parameter_value THEN RETURN true;
END $$;

-- As before, and with waiting_seq wherever waiting_since is set.
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
