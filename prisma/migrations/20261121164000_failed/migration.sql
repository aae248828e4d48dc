-- What could not be delivered, as its workspace is shown it: few rows of many.
CREATE INDEX "mails_failed_workspace_id_updated_at_idx" ON "mails" ("workspace_id", "updated_at" DESC) WHERE "status" = 'failed';
CREATE INDEX "webhook_deliveries_failed_workspace_id_updated_at_idx"
    ON "webhook_deliveries" ("workspace_id", "updated_at" DESC) WHERE "status" = 'failed';
