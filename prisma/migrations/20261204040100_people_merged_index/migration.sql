-- Hardly any visitor is merged, so the rest isn't in it.
CREATE INDEX CONCURRENTLY "visitors_merged_into_idx" ON "visitors" ("merged_into") WHERE "merged_into" IS NOT NULL;
