-- In migrations of its own, so that no table is locked while it's read.
ALTER TABLE "message_mails" VALIDATE CONSTRAINT "message_mails_belief_value";
ALTER TABLE "one_time_links" VALIDATE CONSTRAINT "one_time_links_kind";
ALTER TABLE "activity" VALIDATE CONSTRAINT "activity_via_value";
