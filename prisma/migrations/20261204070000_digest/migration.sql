-- The daily email of a person about a workspace: at which hour, on the clock of which zone, and when the next one is due.
ALTER TABLE "members" ADD COLUMN "digest_hour" SMALLINT CONSTRAINT "members_digest_hour_value" CHECK ("digest_hour" BETWEEN 0 AND 23);
ALTER TABLE "members" ADD COLUMN "digest_zone" TEXT;
ALTER TABLE "members" ADD COLUMN "digest_due_at" TIMESTAMPTZ(3);
ALTER TABLE "members" ADD CONSTRAINT "members_digest_whole" CHECK (num_nulls("digest_hour", "digest_zone", "digest_due_at") IN (0, 3));
