-- For the list of rated conversations. Few are.
CREATE INDEX CONCURRENTLY "conversations_rated_idx" ON "conversations" ("workspace_id", "last_message_period" DESC) WHERE "rating" IS NOT NULL;
