-- What needs no reply, and when conversations are closed automatically. Nothing is rewritten: all are null, or constants.
ALTER TABLE "sites"
    ADD COLUMN "auto_close_days" SMALLINT,                 -- after so many days; null: never
    ADD COLUMN "auto_close_spares" TEXT[] DEFAULT ARRAY['starred'],
    ADD COLUMN "auto_close_earlier" BOOLEAN NOT NULL DEFAULT false,    -- also what was idle before it was turned on
    ADD COLUMN "auto_close_since" TIMESTAMPTZ(3),          -- when it was turned on
    ADD COLUMN "auto_closed_at" TIMESTAMPTZ(3),            -- when its conversations were last looked at
    ADD CONSTRAINT "sites_auto_close_days_range" CHECK ("auto_close_days" BETWEEN 1 AND 365),
    ADD CONSTRAINT "sites_auto_close_spares_value" CHECK (
        "auto_close_spares" IS NOT NULL AND "auto_close_spares" <@ ARRAY['starred', 'noted'] AND cardinality("auto_close_spares") <= 2
    );
ALTER TABLE "conversations"
    ADD COLUMN "settled_seq" INTEGER,                      -- messages up to it need no reply
    ADD COLUMN "idle_since" TIMESTAMPTZ(3);                -- when its last event was
ALTER TABLE "conversation_events" ADD COLUMN "days" SMALLINT;    -- of one closed automatically: without a message
