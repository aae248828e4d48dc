-- Reads the table without blocking those who write to it.
ALTER TABLE "notifications" VALIDATE CONSTRAINT "notifications_kind_value";
