-- People of an OpenID Connect provider, and the accounts they log in to. The issuer is the one of the settings.
CREATE TABLE "oidc_identities" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT,                                  -- as the provider said when it was linked
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "oidc_identities_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "oidc_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "oidc_identities_user_id_issuer_key" ON "oidc_identities" ("user_id", "issuer");

-- Logins that came back from the provider, until their cookies have expired: each comes back once.
CREATE TABLE "oidc_returns" (
    "state_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "oidc_returns_pkey" PRIMARY KEY ("state_hash")
);
CREATE INDEX "oidc_returns_expires_at_idx" ON "oidc_returns" ("expires_at");

ALTER TABLE "sessions" ADD COLUMN "oidc_issuer" TEXT;            -- null: opened with a password
ALTER TABLE "login_challenges" ADD COLUMN "oidc_issuer" TEXT;    -- of the session that it will open
