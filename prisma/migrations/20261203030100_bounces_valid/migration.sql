ALTER TABLE "received_mails" VALIDATE CONSTRAINT "received_mails_status_check";
