-- What counts towards the limits of mails, asked before each: of a flood few are sent.
CREATE INDEX "mails_sent_workspace_id_kind_sent_at_idx" ON "mails" ("workspace_id", "kind", "sent_at") WHERE "status" = 'sent';
