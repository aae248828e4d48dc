-- What an owner is shown of each session: the device in words, and when it was last used, to the hour.
ALTER TABLE "sessions"
    ADD COLUMN "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "device" TEXT,
    ADD CONSTRAINT "sessions_device_length" CHECK (char_length("device") BETWEEN 1 AND 80);
UPDATE "sessions" SET "last_seen_at" = "created_at";

-- A closed account is nobody's any more, and its sites answer nobody. Its rows are erased piece by piece.
ALTER TABLE "users" ADD COLUMN "closed_at" TIMESTAMPTZ(3);
ALTER TABLE "sites" ADD COLUMN "closed_at" TIMESTAMPTZ(3);
CREATE INDEX "users_closed_at_idx" ON "users" ("closed_at") WHERE "closed_at" IS NOT NULL;
