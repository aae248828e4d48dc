-- Rows without a job are looked for every ten minutes.
CREATE INDEX "notifications_pending_due_at_idx" ON "notifications" ("due_at") WHERE "status" = 'pending';
