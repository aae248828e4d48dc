-- What the widget says next to its button, and when.
CREATE TABLE "greetings" (
    "id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "texts" JSONB NOT NULL DEFAULT '{}',            -- by language; the others have "text"
    "pages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "after_seconds" SMALLINT NOT NULL DEFAULT 0,
    "languages" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "hours" TEXT NOT NULL DEFAULT 'any',
    "only_by_name" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "position" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "greetings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "greetings_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "greetings_name_form" CHECK ("name" ~ '^[a-z0-9-]{1,40}$'),
    CONSTRAINT "greetings_text_length" CHECK (char_length("text") BETWEEN 1 AND 200),
    CONSTRAINT "greetings_texts_size" CHECK (jsonb_typeof("texts") = 'object' AND octet_length("texts"::text) <= 16384),
    CONSTRAINT "greetings_pages_count" CHECK (cardinality("pages") <= 10),
    CONSTRAINT "greetings_after_seconds_range" CHECK ("after_seconds" BETWEEN 0 AND 600),
    CONSTRAINT "greetings_languages_count" CHECK (cardinality("languages") <= 20),
    CONSTRAINT "greetings_hours_value" CHECK ("hours" IN ('any', 'open', 'closed')),
    CONSTRAINT "greetings_position_range" CHECK ("position" BETWEEN 0 AND 1000)
);

CREATE UNIQUE INDEX "greetings_site_id_name_key" ON "greetings" ("site_id", "name");

-- The greeting that the visitor replied to, as it was. The type has the limit: PostgreSQL parses constraints again for each
-- statement.
ALTER TABLE "conversations" ADD COLUMN "greeting" VARCHAR(200);
