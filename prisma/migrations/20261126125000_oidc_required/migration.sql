ALTER TABLE "workspaces" ADD COLUMN "oidc_from" TIMESTAMPTZ(3);     -- from when on a session has to be opened through the provider
