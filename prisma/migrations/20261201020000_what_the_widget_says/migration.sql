ALTER TABLE "sites"
    ADD COLUMN "reply_time_text" TEXT,              -- null: the measured time is shown
    ADD COLUMN "when_closed" TEXT NOT NULL DEFAULT 'show',
    ADD CONSTRAINT "sites_reply_time_text_length" CHECK (char_length("reply_time_text") BETWEEN 1 AND 120),
    ADD CONSTRAINT "sites_when_closed_value" CHECK ("when_closed" IN ('show', 'form', 'hide'));
