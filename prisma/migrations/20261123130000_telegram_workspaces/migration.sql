-- A Telegram chat is connected for a person and a workspace. Codes last for ten minutes, so those of now are dropped.
DELETE FROM "telegram_codes";
ALTER TABLE "telegram_codes" ADD COLUMN "workspace_id" UUID NOT NULL,
    ADD CONSTRAINT "telegram_codes_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE;

-- Null: it gets the alerts of all of its person's workspaces.
ALTER TABLE "channels" ADD COLUMN "workspace_id" UUID,
    ADD CONSTRAINT "channels_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE;
UPDATE "channels" h SET "workspace_id" = w.id FROM "workspaces" w WHERE h.kind = 'telegram' AND w.owner_id = h.user_id;
