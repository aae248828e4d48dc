-- Whether a site's visitors are asked for a rating after a close by a person, and since when.
ALTER TABLE "sites" ADD COLUMN "asks_rating" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "asks_rating_since" TIMESTAMPTZ(3);
-- The newest rating's score.
ALTER TABLE "conversations" ADD COLUMN "rating" SMALLINT;
-- Of an event `rated`.
ALTER TABLE "conversation_events" ADD COLUMN "score" SMALLINT;

-- How visitors rated their conversations: one row per close that they rated.
CREATE TABLE "ratings" (
    "conversation_id" UUID NOT NULL REFERENCES "conversations" ("id") ON DELETE CASCADE,
    "close_seq" INTEGER NOT NULL,      -- the `seq` of the close's event
    "score" SMALLINT NOT NULL CHECK ("score" BETWEEN 1 AND 5),
    "comment" TEXT CHECK (char_length("comment") BETWEEN 1 AND 500),
    "rated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    PRIMARY KEY ("conversation_id", "close_seq")
);
