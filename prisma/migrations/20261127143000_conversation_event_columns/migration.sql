-- How many events a conversation has. An UPDATE sets who makes a change, for the trigger, which clears that.
ALTER TABLE "conversations" ADD COLUMN "event_seq" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "changed_by" UUID, ADD COLUMN "changed_via" TEXT;
