-- In a transaction of its own, it reads the table without blocking those who write to it.
ALTER TABLE "activity" VALIDATE CONSTRAINT "activity_via_value";
