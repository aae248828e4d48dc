-- A link of a mail that works once, by the hash of its token. stands_for is what has to be as it was: of a new password's link
-- the account's address and password.
CREATE TABLE "one_time_links" (
    "token_hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "visitor_id" UUID,
    "stands_for" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "one_time_links_kind" CHECK ("kind" IN ('reset', 'chat')),
    CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "one_time_links_visitor_id_fkey" FOREIGN KEY ("visitor_id") REFERENCES "visitors" ("id") ON DELETE CASCADE
);
CREATE INDEX "one_time_links_user_id_idx" ON "one_time_links" ("user_id");
CREATE INDEX "one_time_links_visitor_id_idx" ON "one_time_links" ("visitor_id");
CREATE INDEX "one_time_links_expires_at_idx" ON "one_time_links" ("expires_at");

-- Up to which moment a mail tells: as it was when it was first tried, so that whoever gets it twice gets the same.
ALTER TABLE "mails" ADD COLUMN "covers_until" TIMESTAMPTZ(3);
