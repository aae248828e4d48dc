ALTER TABLE "sites"
    ADD COLUMN "assigns_since" TIMESTAMPTZ(3),     -- when round robin was turned on; null: people assign
    ADD COLUMN "give_back_minutes" SMALLINT DEFAULT 10,     -- null: never
    ADD CONSTRAINT "sites_give_back_minutes_range" CHECK ("give_back_minutes" BETWEEN 1 AND 1440);
ALTER TABLE "members" ADD COLUMN "last_assigned_at" TIMESTAMPTZ(6);  -- by round robin, to the microsecond: it's their place in the row
ALTER TABLE "conversations"
    ADD COLUMN "turn_at" TIMESTAMPTZ(3),           -- when round robin assigned it; null: a person did
    ADD COLUMN "turn_ends_at" TIMESTAMPTZ(3);      -- when that's looked at again, and given back without a reply
ALTER TABLE "activity" DROP CONSTRAINT "activity_via_value",
    ADD CONSTRAINT "activity_via_value"
        CHECK ("via" IN ('session', 'key', 'telegram', 'operator', 'service', 'round_robin')) NOT VALID;
