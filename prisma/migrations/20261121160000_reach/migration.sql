-- Whom to tell, and how. An address counts once its owner has shown that mail reaches them there.
ALTER TABLE "users"
    ADD COLUMN "email_confirmed_at" TIMESTAMPTZ(3),
    ADD COLUMN "seen_at" TIMESTAMPTZ(3),
    ADD COLUMN "alert_mails" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "sites" ADD COLUMN "visitor_mails" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "visitors" ADD COLUMN "mails_stopped_at" TIMESTAMPTZ(3);

CREATE TABLE "alert_mutes" (
    "user_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    CONSTRAINT "alert_mutes_pkey" PRIMARY KEY ("user_id", "site_id"),
    CONSTRAINT "alert_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "alert_mutes_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE INDEX "alert_mutes_site_id_idx" ON "alert_mutes" ("site_id");

-- The mail that waits for each side, and up to which message each has been told by mail. opened_seq is the message that
-- opened the conversation last, after it had been closed.
ALTER TABLE "conversations"
    ADD COLUMN "owner_mail_id" UUID,
    ADD COLUMN "visitor_mail_id" UUID,
    ADD COLUMN "owner_mailed_seq" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "visitor_mailed_seq" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "opened_seq" INTEGER NOT NULL DEFAULT 0;

-- What is to be sent or was, without a word of what is in it. The job that sends it is job_id; recipient is set only where the
-- address stands nowhere else, and until it is sent.
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "site_id" UUID,
    "conversation_id" UUID,
    "message_id" UUID,
    "user_id" UUID,
    "visitor_id" UUID,
    "recipient" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "answer" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_status" CHECK ("status" IN ('pending', 'sent', 'skipped', 'failed')),
    CONSTRAINT "mails_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "mails_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "mails_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE,
    CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "mails_visitor_id_fkey" FOREIGN KEY ("visitor_id") REFERENCES "visitors" ("id") ON DELETE CASCADE
);
CREATE INDEX "mails_workspace_id_created_at_idx" ON "mails" ("workspace_id", "created_at");
CREATE INDEX "mails_site_id_created_at_idx" ON "mails" ("site_id", "created_at");
CREATE INDEX "mails_conversation_id_idx" ON "mails" ("conversation_id");
CREATE INDEX "mails_user_id_created_at_idx" ON "mails" ("user_id", "created_at");
CREATE INDEX "mails_visitor_id_created_at_idx" ON "mails" ("visitor_id", "created_at");
CREATE INDEX "mails_created_at_idx" ON "mails" ("created_at");
CREATE INDEX "mails_pending_due_at_idx" ON "mails" ("due_at") WHERE "status" = 'pending';

-- Where other systems listen. The secrets are encrypted under a key that is not in the database.
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_ends_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    "stop_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    -- Prisma has no lists that are required, so it is said here.
    CONSTRAINT "webhook_endpoints_events" CHECK ("events" IS NOT NULL),
    CONSTRAINT "webhook_endpoints_url_length" CHECK (char_length("url") BETWEEN 1 AND 2000),
    CONSTRAINT "webhook_endpoints_description_length" CHECK (char_length("description") BETWEEN 1 AND 80),
    CONSTRAINT "webhook_endpoints_previous_ends" CHECK (("previous_secret" IS NULL) = ("previous_ends_at" IS NULL)),
    CONSTRAINT "webhook_endpoints_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "webhook_endpoints_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE INDEX "webhook_endpoints_site_id_idx" ON "webhook_endpoints" ("site_id");
CREATE INDEX "webhook_endpoints_workspace_id_idx" ON "webhook_endpoints" ("workspace_id");

-- An event on its way to an endpoint, or that was. data has ids alone, no word of anybody.
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "conversation_id" UUID,
    "message_id" UUID,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_status" CHECK ("status" IN ('pending', 'delivered', 'skipped', 'failed')),
    CONSTRAINT "webhook_deliveries_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "webhook_deliveries_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE,
    CONSTRAINT "webhook_deliveries_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
);
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries" ("endpoint_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_deliveries_conversation_id_idx" ON "webhook_deliveries" ("conversation_id");
CREATE INDEX "webhook_deliveries_site_id_idx" ON "webhook_deliveries" ("site_id");
CREATE INDEX "webhook_deliveries_workspace_id_created_at_idx" ON "webhook_deliveries" ("workspace_id", "created_at");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" ("created_at");
CREATE INDEX "webhook_deliveries_pending_due_at_idx" ON "webhook_deliveries" ("due_at") WHERE "status" = 'pending';

-- What an endpoint was asked, and what it answered: the beginning of it.
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status_code" INTEGER,
    "answer" TEXT,
    "error" TEXT,
    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id", "number"),
    CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE
);

-- Hands a row of one of these tables to the job queue, in the transaction that it is called in. This is the one place that knows
-- how pg-boss keeps its jobs; whoever writes a row has this carried out with it. Jobs of one group do not take all workers.
CREATE FUNCTION "add_job"("queue_name" TEXT, "job_id" UUID, "row_id" UUID, "due" TIMESTAMPTZ, "job_group" TEXT DEFAULT NULL)
RETURNS UUID LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pgboss.job (
        id, name, data, start_after, created_on, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, policy, dead_letter, heartbeat_seconds, group_id
    )
    SELECT job_id, q.name, jsonb_build_object('id', row_id), due, now(), due + q.retention_seconds * interval '1 s',
        q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
        q.expire_seconds, q.deletion_seconds, q.policy, q.dead_letter, q.heartbeat_seconds, job_group
    FROM pgboss.queue q WHERE q.name = queue_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no queue %', queue_name;
    END IF;
    RETURN job_id;
END $$;
