CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_email_length" CHECK (char_length("email") BETWEEN 1 AND 160),
    CONSTRAINT "users_name_length" CHECK (char_length("name") BETWEEN 1 AND 80)
);
CREATE UNIQUE INDEX "users_email_key_key" ON "users" ("email_key");

CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");

CREATE TABLE "workspaces" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "workspaces_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "workspaces_owner_id_key" ON "workspaces" ("owner_id");

CREATE TABLE "sites" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "public_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "domain" TEXT,
    "accent_color" TEXT NOT NULL,
    "welcome_message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sites_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sites_name_length" CHECK (char_length("name") BETWEEN 1 AND 80),
    CONSTRAINT "sites_domain_length" CHECK (char_length("domain") BETWEEN 1 AND 160),
    CONSTRAINT "sites_accent_color_form" CHECK ("accent_color" ~ '^#[0-9a-fA-F]{6}$'),
    CONSTRAINT "sites_welcome_message_length" CHECK (char_length("welcome_message") BETWEEN 1 AND 180),
    CONSTRAINT "sites_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "sites_public_key_key" ON "sites" ("public_key");
CREATE INDEX "sites_workspace_id_created_at_idx" ON "sites" ("workspace_id", "created_at");

CREATE TABLE "visitors" (
    "id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "external_id" TEXT,
    "name" TEXT,
    "email" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "visitors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "visitors_external_id_length" CHECK (char_length("external_id") BETWEEN 1 AND 200),
    CONSTRAINT "visitors_name_length" CHECK (char_length("name") BETWEEN 1 AND 80),
    CONSTRAINT "visitors_email_length" CHECK (char_length("email") BETWEEN 1 AND 160),
    CONSTRAINT "visitors_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE INDEX "visitors_site_id_idx" ON "visitors" ("site_id");
-- One test visitor a site, whoever asks for it first.
CREATE UNIQUE INDEX "visitors_test_site_id_key" ON "visitors" ("site_id") WHERE "is_test";

CREATE TABLE "conversations" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "visitor_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "page_url" TEXT,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "last_message_preview" TEXT NOT NULL,
    "owner_read_seq" INTEGER NOT NULL DEFAULT 0,
    "visitor_read_seq" INTEGER NOT NULL DEFAULT 0,
    "last_read_by_owner_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "conversations_status_value" CHECK ("status" IN ('open', 'closed')),
    CONSTRAINT "conversations_page_url_length" CHECK (char_length("page_url") BETWEEN 1 AND 1000),
    CONSTRAINT "conversations_last_message_preview_length" CHECK (char_length("last_message_preview") BETWEEN 1 AND 200),
    CONSTRAINT "conversations_read_marks" CHECK (
        "owner_read_seq" BETWEEN 0 AND "last_seq" AND "visitor_read_seq" BETWEEN 0 AND "last_seq"
    ),
    CONSTRAINT "conversations_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "conversations_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "conversations_visitor_id_fkey" FOREIGN KEY ("visitor_id") REFERENCES "visitors" ("id") ON DELETE CASCADE
);
-- "Start or reuse an open conversation" (spec.md section 3) is kept here: at most one open conversation a visitor.
CREATE UNIQUE INDEX "conversations_open_visitor_id_key" ON "conversations" ("visitor_id") WHERE "status" = 'open';
CREATE INDEX "conversations_workspace_id_last_message_at_id_idx"
    ON "conversations" ("workspace_id", "last_message_at" DESC, "id" DESC);
CREATE INDEX "conversations_workspace_id_status_last_message_at_id_idx"
    ON "conversations" ("workspace_id", "status", "last_message_at" DESC, "id" DESC);
CREATE INDEX "conversations_site_id_last_message_at_id_idx"
    ON "conversations" ("site_id", "last_message_at" DESC, "id" DESC);
CREATE INDEX "conversations_visitor_id_last_message_at_id_idx"
    ON "conversations" ("visitor_id", "last_message_at" DESC, "id" DESC);

CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "sender_type" TEXT NOT NULL,
    "sender_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "messages_seq_positive" CHECK ("seq" >= 1),
    CONSTRAINT "messages_sender_type_value" CHECK ("sender_type" IN ('visitor', 'owner')),
    CONSTRAINT "messages_body_length" CHECK (char_length("body") BETWEEN 1 AND 4000),
    CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
);
-- sender_type rides along so that unread messages are counted from the index alone.
CREATE UNIQUE INDEX "messages_conversation_id_seq_key" ON "messages" ("conversation_id", "seq") INCLUDE ("sender_type");
