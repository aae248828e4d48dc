-- Who is notified about a waiting visitor, through what, and what came of it (docs/decisions/0029-notifications.md). The
-- tables are new and empty, and the new columns have constant defaults, so the version before works on beside it.

-- The burst of messages that is open. No index, so that an update stays HOT (docs/decisions/0025-what-moves-with-each-message.md).
ALTER TABLE "conversations" ADD COLUMN "alert_id" UUID;

ALTER TABLE "sites"
    -- Null is off.
    ADD COLUMN "escalation_minutes" SMALLINT DEFAULT 5,
    ADD CONSTRAINT "sites_escalation_minutes_range" CHECK ("escalation_minutes" BETWEEN 1 AND 240);

ALTER TABLE "users"
    -- Minutes of the day in time_zone: all three or none.
    ADD COLUMN "quiet_from" SMALLINT,
    ADD COLUMN "quiet_until" SMALLINT,
    ADD COLUMN "time_zone" TEXT,
    ADD COLUMN "alert_sound" TEXT NOT NULL DEFAULT 'none',
    ADD COLUMN "repeats_sound" BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT "users_quiet_hours" CHECK (
        ("quiet_from" IS NULL) = ("quiet_until" IS NULL) AND ("quiet_from" IS NULL) = ("time_zone" IS NULL)
        AND "quiet_from" BETWEEN 0 AND 1439 AND "quiet_until" BETWEEN 0 AND 1439 AND "quiet_from" <> "quiet_until"
    ),
    ADD CONSTRAINT "users_time_zone_length" CHECK (char_length("time_zone") BETWEEN 1 AND 64),
    ADD CONSTRAINT "users_alert_sound_value" CHECK ("alert_sound" IN ('none', 'soft', 'bright', 'knock'));

-- A visitor's unread messages that someone has to learn of: one row per conversation, which each burst makes due again.
CREATE TABLE "alerts" (
    "conversation_id" UUID NOT NULL,
    -- The first unread message when it was planned. Once that's read, a later one is a new wait.
    "first_seq" INTEGER NOT NULL,
    -- What escalation counts from.
    "since" TIMESTAMPTZ(3) NOT NULL,
    -- The last message that was planned.
    "seq" INTEGER NOT NULL DEFAULT 0,
    -- How often this burst was planned: each time waits longer than the last.
    "round" SMALLINT NOT NULL DEFAULT 0,
    -- How far it has escalated: 0, 1 or 2.
    "level" SMALLINT NOT NULL DEFAULT 0,
    -- Null: nothing to do until the next message.
    "due_at" TIMESTAMPTZ(3),
    -- read, replied, snoozed, closed, spam, blocked or test; null while it goes on.
    "ended_by" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "alerts_pkey" PRIMARY KEY ("conversation_id"),
    CONSTRAINT "alerts_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE INDEX "alerts_due_at_idx" ON "alerts" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "alerts_since_idx" ON "alerts" ("since") WHERE "due_at" IS NULL;

-- A person's devices and addresses. Email isn't one: it's the account's address with its own settings.
CREATE TABLE "channels" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    -- Sealed JSON: an endpoint with its keys, a chat, or a URL.
    "address" BYTEA NOT NULL,
    -- SHA-256 of the kind and the endpoint, chat or URL.
    "address_hash" BYTEA NOT NULL,
    "shows" TEXT NOT NULL DEFAULT 'text',
    "is_backup" BOOLEAN NOT NULL DEFAULT false,
    -- Push: the session that registered it. A trigger ends the device with it.
    "session_id" UUID,
    -- Push: how many were accepted since the device last reported one, and since when.
    "unshown_count" INTEGER NOT NULL DEFAULT 0,
    "unshown_since" TIMESTAMPTZ(3),
    "last_accepted_at" TIMESTAMPTZ(3),
    "last_shown_at" TIMESTAMPTZ(3),
    "lapses_at" TIMESTAMPTZ(3),
    "warned_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    -- gone, refused, lapsed, unreadable or unlinked.
    "stop_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "channels_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "channels_kind_value" CHECK ("kind" IN ('push', 'telegram', 'ntfy', 'slack', 'discord', 'mattermost')),
    CONSTRAINT "channels_name_length" CHECK (char_length("name") BETWEEN 1 AND 60),
    CONSTRAINT "channels_shows_value" CHECK ("shows" IN ('text', 'new', 'site')),
    CONSTRAINT "channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "channels_address_key" ON "channels" ("user_id", "address_hash");
-- A browser's endpoint belongs to one account. It moves over if another one registers it.
CREATE UNIQUE INDEX "channels_device_key" ON "channels" ("address_hash") WHERE "kind" = 'push';
CREATE INDEX "channels_address_hash_idx" ON "channels" ("address_hash");
CREATE INDEX "channels_stopped_at_idx" ON "channels" ("stopped_at") WHERE "stopped_at" IS NOT NULL;
CREATE INDEX "channels_lapses_at_idx" ON "channels" ("lapses_at") WHERE "lapses_at" IS NOT NULL;

-- Who was notified, or wasn't and why. Those that wait for a job have the columns of platform/jobs/queues.ts.
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    -- It goes with its user or its conversation.
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    -- Null: email. Without a foreign key, so that removing a channel and sending never wait for each other.
    "channel_id" UUID,
    -- Null: a summary, a test, or about a device.
    "conversation_id" UUID,
    -- The email that carries it.
    "mail_id" UUID,
    "channel" TEXT NOT NULL,
    -- The channel's name at the time, so that it's known after the channel. Empty for email.
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "level" SMALLINT NOT NULL DEFAULT 0,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    -- The receiver's id of the message.
    "reference" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "shown_at" TIMESTAMPTZ(3),
    "clicked_at" TIMESTAMPTZ(3),
    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notifications_kind_value" CHECK ("kind" IN ('message', 'summary', 'test', 'device')),
    -- queued: an email carries it. pending: it has a job.
    CONSTRAINT "notifications_status_value" CHECK ("status" IN ('queued', 'pending', 'accepted', 'shown', 'failed', 'skipped')),
    CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "notifications_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
) WITH (fillfactor = 80);
-- No index has a column that sending changes, so those updates stay HOT.
CREATE INDEX "notifications_conversation_id_created_at_idx" ON "notifications" ("conversation_id", "created_at");
CREATE INDEX "notifications_user_id_created_at_idx" ON "notifications" ("user_id", "created_at");
CREATE INDEX "notifications_channel_id_created_at_idx" ON "notifications" ("channel_id", "created_at");
CREATE INDEX "notifications_created_at_idx" ON "notifications" ("created_at");
CREATE INDEX "notifications_mail_id_idx" ON "notifications" ("mail_id") WHERE "mail_id" IS NOT NULL;

-- Who has which conversation in view. It counts for 30 seconds, so a crash may empty it. Without foreign keys: they would
-- lock the conversation.
CREATE UNLOGGED TABLE "presences" (
    "user_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "presences_pkey" PRIMARY KEY ("user_id", "conversation_id")
) WITH (fillfactor = 50);
CREATE INDEX "presences_conversation_id_idx" ON "presences" ("conversation_id");
CREATE INDEX "presences_seen_at_idx" ON "presences" ("seen_at");

-- The service's VAPID keys: one row. The private key is sealed.
CREATE TABLE "push_keys" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "public_key" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "push_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "push_keys_one" CHECK ("id" = 1)
);

-- The bot: one row, which is also the lease of the process that polls.
CREATE TABLE "telegram_bots" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    -- Another bot starts at its own first update.
    "token_hash" BYTEA NOT NULL,
    "username" TEXT,
    "next_update" BIGINT NOT NULL DEFAULT 0,
    "poller" UUID,
    "polls_until" TIMESTAMPTZ(3),
    -- conflict, unauthorized or unreachable.
    "problem" TEXT,
    "problem_at" TIMESTAMPTZ(3),
    CONSTRAINT "telegram_bots_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "telegram_bots_one" CHECK ("id" = 1)
);

CREATE TABLE "telegram_codes" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "telegram_codes_pkey" PRIMARY KEY ("code_hash"),
    CONSTRAINT "telegram_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "telegram_codes_user_id_idx" ON "telegram_codes" ("user_id");
CREATE INDEX "telegram_codes_expires_at_idx" ON "telegram_codes" ("expires_at");

-- Which conversation a message in a chat is about: an alert of the bot's, or the person's reply with the seq it was stored as.
CREATE TABLE "telegram_messages" (
    "channel_id" UUID NOT NULL,
    "message_id" BIGINT NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER,
    -- stored or seen: how a reply is marked.
    "marked" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "telegram_messages_pkey" PRIMARY KEY ("channel_id", "message_id"),
    CONSTRAINT "telegram_messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels" ("id") ON DELETE CASCADE,
    CONSTRAINT "telegram_messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
);
CREATE INDEX "telegram_messages_conversation_id_idx" ON "telegram_messages" ("conversation_id");
CREATE INDEX "telegram_messages_created_at_idx" ON "telegram_messages" ("created_at");
CREATE INDEX "telegram_messages_unseen_idx" ON "telegram_messages" ("created_at") WHERE "marked" = 'stored';

-- When a person's quiet hours end, by their zone's rules of that day. Null outside of them. A zone that this PostgreSQL doesn't
-- know counts as no quiet hours, so that it holds up no one else.
CREATE FUNCTION "quiet_end"("moment" TIMESTAMPTZ, "zone" TEXT, "from_minute" SMALLINT, "until_minute" SMALLINT)
RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE AS $$
DECLARE
    local_time TIMESTAMP;
    minute_of_day INTEGER;
    last_day TIMESTAMP;
    is_quiet BOOLEAN;
BEGIN
    IF zone IS NULL THEN
        RETURN NULL;
    END IF;
    local_time := moment AT TIME ZONE zone;
    minute_of_day := extract(hour FROM local_time) * 60 + extract(minute FROM local_time);
    is_quiet := CASE
        WHEN from_minute < until_minute THEN minute_of_day >= from_minute AND minute_of_day < until_minute
        ELSE minute_of_day >= from_minute OR minute_of_day < until_minute
    END;
    IF NOT is_quiet THEN
        RETURN NULL;
    END IF;
    last_day := date_trunc('day', local_time)
        + CASE WHEN minute_of_day < until_minute THEN interval '0' ELSE interval '1 day' END;
    -- An hour that the clock repeats would otherwise end in the past.
    RETURN greatest((last_day + make_interval(mins => until_minute)) AT TIME ZONE zone, moment + interval '1 minute');
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END $$;

-- A device ends with the session that registered it: by a logout, a changed password, or because it was revoked. A session
-- that only expired ends none.
CREATE FUNCTION "end_devices"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM channels WHERE user_id = OLD.user_id AND kind = 'push' AND session_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER "sessions_end_devices" AFTER DELETE ON "sessions"
    FOR EACH ROW WHEN (OLD."expires_at" > now()) EXECUTE FUNCTION "end_devices"();
