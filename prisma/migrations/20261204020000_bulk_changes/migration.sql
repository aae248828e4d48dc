-- Changes to sets of conversations: what's changed, who asked for it, and how far it is (decision 60). Rows go after a day.
CREATE TABLE "bulk_changes" (
    "id" UUID NOT NULL PRIMARY KEY,
    "workspace_id" UUID NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "key_id" UUID,                                                              -- the API key that asked for it
    "change" JSONB NOT NULL CHECK (jsonb_typeof("change") = 'object'),
    "state" TEXT NOT NULL CHECK ("state" IN ('running', 'done', 'undoing', 'undone', 'failed')),
    "total" INTEGER NOT NULL CHECK ("total" BETWEEN 0 AND 10000),
    "is_partial" BOOLEAN NOT NULL DEFAULT false,                                -- more conversations matched
    "changed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "restored" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "worked_at" TIMESTAMPTZ(3) NOT NULL,
    "undo_until" TIMESTAMPTZ(3)
);
CREATE INDEX "bulk_changes_workspace_id_idx" ON "bulk_changes" ("workspace_id");
CREATE INDEX "bulk_changes_user_id_idx" ON "bulk_changes" ("user_id");
CREATE INDEX "bulk_changes_created_at_idx" ON "bulk_changes" ("created_at");
CREATE INDEX "bulk_changes_unfinished_idx" ON "bulk_changes" ("worked_at", "id") WHERE "state" IN ('running', 'undoing');

-- Each conversation of the set: its state when the change was asked for, and as the change left it.
CREATE TABLE "bulk_change_items" (
    "bulk_change_id" UUID NOT NULL REFERENCES "bulk_changes" ("id") ON DELETE CASCADE,
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "state" TEXT NOT NULL DEFAULT 'waiting' CHECK ("state" IN ('waiting', 'changed', 'skipped', 'restored', 'kept')),
    "before" JSONB NOT NULL,
    "after" JSONB,
    PRIMARY KEY ("bulk_change_id", "conversation_id")
);
CREATE INDEX "bulk_change_items_conversation_id_idx" ON "bulk_change_items" ("conversation_id");
