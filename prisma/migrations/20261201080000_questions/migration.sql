-- What a site's visitors are asked after their first message: up to three, as the API has them.
ALTER TABLE "sites" ADD COLUMN "questions" JSONB NOT NULL DEFAULT '[]',
    ADD CONSTRAINT "sites_questions_size" CHECK (
        jsonb_typeof("questions") = 'array' AND jsonb_array_length("questions") <= 3 AND octet_length("questions"::text) <= 16384
    );

-- What visitors gave besides their name and email. The type has the limit, so that the table isn't read for it. Answers are
-- looked up only if there are some.
ALTER TABLE "visitors" ADD COLUMN "phone" VARCHAR(40), ADD COLUMN "has_answers" BOOLEAN NOT NULL DEFAULT false;

-- What visitors answered to the questions of their site.
CREATE TABLE "answers" (
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "question" TEXT NOT NULL CHECK ("question" ~ '^[a-z0-9-]{1,40}$'),
    "label" TEXT NOT NULL CHECK (char_length("label") BETWEEN 1 AND 80),       -- as it was asked, in the visitor's language
    "value" TEXT NOT NULL CHECK (char_length("value") BETWEEN 1 AND 500),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    PRIMARY KEY ("conversation_id", "question")
);
