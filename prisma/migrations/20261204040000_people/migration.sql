-- Visitors that the team merged are one person: the others name the one that represents them, always directly. It follows
-- from the merges (lib/desk/people). If one is deleted, the rest stays. `about` is what the team notes about them.
ALTER TABLE "visitors"
    ADD COLUMN "merged_into" UUID REFERENCES "visitors" ("id") ON DELETE SET NULL,
    ADD COLUMN "about" TEXT,
    ADD CONSTRAINT "visitors_merged_into_check" CHECK ("merged_into" <> "id") NOT VALID,
    ADD CONSTRAINT "visitors_about_check" CHECK (char_length("about") BETWEEN 1 AND 4000) NOT VALID;

-- What was merged into what. A visitor is in one merge at a time, and undoing one deletes its row.
CREATE TABLE "merges" (
    "visitor_id" UUID PRIMARY KEY REFERENCES "visitors" ("id") ON DELETE CASCADE,
    "into_id" UUID NOT NULL CHECK ("into_id" <> "visitor_id") REFERENCES "visitors" ("id") ON DELETE CASCADE,
    "merged_by" UUID NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "merges_into_id_idx" ON "merges" ("into_id");
