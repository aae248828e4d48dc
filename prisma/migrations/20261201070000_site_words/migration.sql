-- What the widget and the service say to visitors in a language. Without a text, or with an empty list, it's the site's own.
CREATE TABLE "site_words" (
    "site_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "welcome_message" TEXT,
    "starter_questions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "away_text" TEXT,
    "reply_time_text" TEXT,
    CONSTRAINT "site_words_pkey" PRIMARY KEY ("site_id", "language"),
    CONSTRAINT "site_words_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "site_words_language_form" CHECK ("language" ~ '^[a-z]{2,8}$'),
    CONSTRAINT "site_words_welcome_message_length" CHECK (char_length("welcome_message") BETWEEN 1 AND 180),
    CONSTRAINT "site_words_starter_questions_count" CHECK (cardinality("starter_questions") <= 3),
    CONSTRAINT "site_words_away_text_length" CHECK (char_length("away_text") BETWEEN 1 AND 500),
    CONSTRAINT "site_words_reply_time_text_length" CHECK (char_length("reply_time_text") BETWEEN 1 AND 120),
    CONSTRAINT "site_words_has_some" CHECK (num_nonnulls("welcome_message", nullif("starter_questions", '{}'), "away_text", "reply_time_text") > 0)
);
