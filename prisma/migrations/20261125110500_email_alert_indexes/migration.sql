-- Cleanup finds the old ones. The column never changes, so updates stay within the page.
CREATE INDEX CONCURRENTLY "email_alerts_created_at_idx" ON "email_alerts" ("created_at");
