-- What's offered along with the text: labels, an assignee, a snooze, a close. A person sends it.
ALTER TABLE "saved_replies" ADD COLUMN "actions" JSONB;
