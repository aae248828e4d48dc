-- For visitors who confirmed the same address.
CREATE INDEX CONCURRENTLY "visitors_confirmed_email_idx"
    ON "visitors" ("site_id", lower("confirmed_email" COLLATE "C")) WHERE "confirmed_email" IS NOT NULL;
