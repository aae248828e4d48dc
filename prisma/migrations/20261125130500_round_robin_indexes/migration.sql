-- Both are empty unless a site uses round robin, so looking for work costs nothing.
CREATE INDEX CONCURRENTLY "sites_assigns_idx" ON "sites" ("id") WHERE "assigns_since" IS NOT NULL;
CREATE INDEX CONCURRENTLY "conversations_turn_ends_at_idx" ON "conversations" ("turn_ends_at") WHERE "turn_ends_at" IS NOT NULL;
