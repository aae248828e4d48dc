-- A mail may have taken other conversations along, which go on waiting for it when the one that it was made for is deleted.
ALTER TABLE "mails"
    DROP CONSTRAINT "mails_conversation_id_fkey",
    ADD CONSTRAINT "mails_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE SET NULL;
