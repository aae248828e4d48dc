-- When a site lost its identity secrets because its account's password was reset before the email was confirmed.
ALTER TABLE "sites" ADD COLUMN "identity_secret_revoked_at" TIMESTAMPTZ(3);
