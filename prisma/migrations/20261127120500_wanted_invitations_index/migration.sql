-- The invitations to someone's address.
DROP INDEX CONCURRENTLY IF EXISTS "invitations_email_key_idx";
CREATE INDEX CONCURRENTLY "invitations_email_key_idx" ON "invitations" ("email_key");
