CREATE TABLE "site_hours" (
    "site_id" UUID PRIMARY KEY REFERENCES "sites" ("id") ON DELETE CASCADE,
    "time_zone" TEXT NOT NULL,
    "windows" JSONB NOT NULL DEFAULT '[]',
    "exceptions" JSONB NOT NULL DEFAULT '[]',
    "closed_from" TIMESTAMPTZ(3),                   -- "closed until" counts from here
    "closed_until" TEXT,                            -- a date and time of day in the time zone
    "closed_since" TIMESTAMPTZ(3),                  -- of the present absence; kept by the service, as is turns_at
    "turns_at" TIMESTAMPTZ(3),                      -- the next opening or closing, or when to look for one again
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "site_hours_time_zone_length" CHECK (char_length("time_zone") BETWEEN 1 AND 64),
    CONSTRAINT "site_hours_size" CHECK (octet_length("windows"::text) + octet_length("exceptions"::text) <= 65536),
    CONSTRAINT "site_hours_closed" CHECK (("closed_from" IS NULL) = ("closed_until" IS NULL) AND char_length("closed_until") <= 16)
);
CREATE INDEX "site_hours_turns_at_idx" ON "site_hours" ("turns_at") WHERE "turns_at" IS NOT NULL;
CREATE INDEX "site_hours_closed_since_idx" ON "site_hours" ("closed_since") WHERE "closed_since" IS NOT NULL;
