-- What lists show and filter by. Who wrote last and since when a visitor waits is set by the triggers below, in the statement
-- that stores a message, so the version before keeps both true. Few statements write these columns, and each update of a
-- conversation reads every constraint from the catalog, so they have none.
ALTER TABLE "conversations"
    ADD COLUMN "last_message_by" TEXT,
    ADD COLUMN "waiting_since" TIMESTAMPTZ(3),
    ADD COLUMN "first_reply_at" TIMESTAMPTZ(3),
    ADD COLUMN "first_page_url" TEXT,
    ADD COLUMN "is_starred" BOOLEAN NOT NULL DEFAULT false,
    -- Whether it has ever had a label.
    ADD COLUMN "has_labels" BOOLEAN NOT NULL DEFAULT false,
    -- Without snoozed_until, it's snoozed until a reply.
    ADD COLUMN "snoozed_at" TIMESTAMPTZ(3),
    ADD COLUMN "snoozed_until" TIMESTAMPTZ(3),
    ADD COLUMN "woken_at" TIMESTAMPTZ(3),
    ADD COLUMN "woken_by" TEXT;

ALTER TABLE "users"
    ADD COLUMN "theme" TEXT NOT NULL DEFAULT 'system',
    ADD COLUMN "list_density" TEXT NOT NULL DEFAULT 'comfortable',
    ADD COLUMN "after_closing" TEXT NOT NULL DEFAULT 'next',
    ADD COLUMN "checklist_hidden_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "users_theme_value" CHECK ("theme" IN ('system', 'light', 'dark')),
    ADD CONSTRAINT "users_list_density_value" CHECK ("list_density" IN ('comfortable', 'compact')),
    ADD CONSTRAINT "users_after_closing_value" CHECK ("after_closing" IN ('next', 'stay'));

ALTER TABLE "sites"
    ADD COLUMN "mark" TEXT NOT NULL DEFAULT 'letter',
    ADD COLUMN "header_style" TEXT NOT NULL DEFAULT 'plain',
    ADD COLUMN "launcher_icon" TEXT NOT NULL DEFAULT 'bubble',
    ADD COLUMN "launcher_size" SMALLINT NOT NULL DEFAULT 56,
    ADD COLUMN "corner" TEXT NOT NULL DEFAULT 'auto',
    ADD COLUMN "offset_x" SMALLINT NOT NULL DEFAULT 20,
    ADD COLUMN "offset_y" SMALLINT NOT NULL DEFAULT 20,
    ADD COLUMN "radius" SMALLINT NOT NULL DEFAULT 16,
    ADD COLUMN "theme" TEXT NOT NULL DEFAULT 'auto',
    ADD COLUMN "reply_name" TEXT NOT NULL DEFAULT 'site',
    ADD COLUMN "shows_reply_time" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "reply_minutes" INTEGER,
    ADD COLUMN "reply_counted_at" TIMESTAMPTZ(3),
    ADD COLUMN "starter_questions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    -- Null is off, 0 is at once.
    ADD COLUMN "email_card_minutes" SMALLINT DEFAULT 2,
    ADD COLUMN "collects_details" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "tag_seen_at" TIMESTAMPTZ(3),
    ADD COLUMN "tag_seen_host" TEXT,
    ADD CONSTRAINT "sites_mark_value" CHECK ("mark" IN ('letter', 'chat', 'help', 'heart', 'star', 'store', 'bolt', 'leaf')),
    ADD CONSTRAINT "sites_header_style_value" CHECK ("header_style" IN ('plain', 'color')),
    ADD CONSTRAINT "sites_launcher_icon_value" CHECK ("launcher_icon" IN ('bubble', 'dots', 'question', 'envelope')),
    ADD CONSTRAINT "sites_launcher_size_value" CHECK ("launcher_size" IN (48, 56, 64)),
    ADD CONSTRAINT "sites_corner_value" CHECK ("corner" IN ('auto', 'left', 'right')),
    ADD CONSTRAINT "sites_offset_range" CHECK ("offset_x" BETWEEN 0 AND 200 AND "offset_y" BETWEEN 0 AND 200),
    ADD CONSTRAINT "sites_radius_value" CHECK ("radius" IN (0, 8, 16, 24)),
    ADD CONSTRAINT "sites_theme_value" CHECK ("theme" IN ('auto', 'light', 'dark')),
    ADD CONSTRAINT "sites_reply_name_value" CHECK ("reply_name" IN ('site', 'person')),
    ADD CONSTRAINT "sites_reply_minutes_range" CHECK ("reply_minutes" BETWEEN 1 AND 1440),
    ADD CONSTRAINT "sites_starter_questions_count" CHECK (
        "starter_questions" IS NOT NULL AND cardinality("starter_questions") <= 3
    ),
    ADD CONSTRAINT "sites_email_card_minutes_range" CHECK ("email_card_minutes" BETWEEN 0 AND 60),
    ADD CONSTRAINT "sites_tag_seen_host_length" CHECK (char_length("tag_seen_host") BETWEEN 1 AND 253);

CREATE TABLE "labels" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    -- How names are compared: NFKC, in lower case.
    "name_key" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "labels_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "labels_name_length" CHECK (char_length("name") BETWEEN 1 AND 40),
    CONSTRAINT "labels_color_value" CHECK (
        "color" IN ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')
    ),
    CONSTRAINT "labels_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "labels_workspace_id_name_key_key" ON "labels" ("workspace_id", "name_key");

-- The period is the conversation's: a trigger keeps it.
CREATE TABLE "conversation_labels" (
    "conversation_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "last_message_period" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "conversation_labels_pkey" PRIMARY KEY ("conversation_id", "label_id"),
    CONSTRAINT "conversation_labels_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE,
    CONSTRAINT "conversation_labels_label_id_fkey" FOREIGN KEY ("label_id") REFERENCES "labels" ("id") ON DELETE CASCADE
);
CREATE INDEX "conversation_labels_label_id_last_message_period_idx"
    ON "conversation_labels" ("label_id", "last_message_period" DESC);

-- Without a user it's shared.
CREATE TABLE "saved_replies" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "saved_replies_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_replies_name_length" CHECK (char_length("name") BETWEEN 1 AND 40),
    CONSTRAINT "saved_replies_body_length" CHECK (char_length("body") BETWEEN 1 AND 4000),
    CONSTRAINT "saved_replies_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "saved_replies_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "saved_replies_shared_key" ON "saved_replies" ("workspace_id", "name_key") WHERE "user_id" IS NULL;
CREATE UNIQUE INDEX "saved_replies_personal_key" ON "saved_replies" ("user_id", "workspace_id", "name_key")
    WHERE "user_id" IS NOT NULL;
CREATE INDEX "saved_replies_workspace_id_idx" ON "saved_replies" ("workspace_id");

CREATE TABLE "conversation_visits" (
    "conversation_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "browser" TEXT,
    "system" TEXT,
    "language" TEXT,
    "time_zone" TEXT,
    -- [{"url", "at"}], oldest first.
    "pages" JSONB NOT NULL DEFAULT '[]',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "conversation_visits_pkey" PRIMARY KEY ("conversation_id"),
    CONSTRAINT "conversation_visits_lengths" CHECK (
        char_length("browser") BETWEEN 1 AND 64 AND char_length("system") BETWEEN 1 AND 64
        AND char_length("language") BETWEEN 1 AND 64 AND char_length("time_zone") BETWEEN 1 AND 64
    ),
    CONSTRAINT "conversation_visits_pages_count" CHECK (jsonb_array_length("pages") <= 50),
    CONSTRAINT "conversation_visits_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE,
    CONSTRAINT "conversation_visits_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE INDEX "conversation_visits_site_id_idx" ON "conversation_visits" ("site_id");

-- Visitors who aren't tests or blocked. A visitor without a row is being stored by the same statement. Volatile functions
-- see what others have committed since the statement began.
CREATE FUNCTION "counts_as_waiting"("of_visitor" UUID) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN NOT EXISTS (SELECT FROM visitors WHERE id = of_visitor AND (is_test OR blocked_at IS NOT NULL));
END $$;

-- When a visitor sent their first message since the last reply and since the conversation was opened.
CREATE FUNCTION "waiting_since_of"("of_conversation" UUID, "from_seq" INTEGER)
RETURNS TIMESTAMPTZ LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT created_at FROM messages
        WHERE conversation_id = of_conversation AND sender_type = 'visitor'
            AND seq >= greatest(from_seq, coalesce(last_message_seq(of_conversation, 'owner'), 0) + 1)
        ORDER BY seq LIMIT 1
    );
END $$;

CREATE OR REPLACE FUNCTION "place_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
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
END $$;
DROP TRIGGER "conversations_place" ON "conversations";
CREATE TRIGGER "conversations_place" BEFORE INSERT ON "conversations" FOR EACH ROW
    WHEN (NEW.last_message_by IS NULL
        OR NEW.last_message_period IS DISTINCT FROM date_bin('15 minutes', greatest(NEW.last_message_at, NEW.woken_at), '2000-01-01T00:00:00Z')
        OR NEW.is_unread IS DISTINCT FROM (NEW.owner_unread_count > 0))
    EXECUTE FUNCTION "place_conversation"();

CREATE FUNCTION "change_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    is_message BOOLEAN;
    by_visitor BOOLEAN;
    was_by TEXT;
BEGIN
    -- Nothing to do, as for a message that continues a turn within its period. A row of the version before has no
    -- last_message_by yet.
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
CREATE TRIGGER "conversations_change" BEFORE UPDATE ON "conversations"
    FOR EACH ROW EXECUTE FUNCTION "change_conversation"();
-- Also for rows that come by replication, whose sender may be of the version before.
ALTER TABLE "conversations"
    ENABLE ALWAYS TRIGGER "conversations_place",
    ENABLE ALWAYS TRIGGER "conversations_change";
