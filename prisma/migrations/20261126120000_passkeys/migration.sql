CREATE TABLE "passkeys" (
    "id" UUID PRIMARY KEY,
    "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,                    -- COSE (RFC 9052)
    "sign_count" BIGINT NOT NULL,                   -- the highest that was seen; 0 if the authenticator doesn't count
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "host" TEXT NOT NULL,                           -- browsers offer it only there
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "passkeys_name_length" CHECK (char_length("name") BETWEEN 1 AND 60)
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" ("user_id");

CREATE TABLE "passkey_challenges" (
    "challenge_hash" BYTEA PRIMARY KEY,
    "session_id" UUID REFERENCES "sessions" ("id") ON DELETE CASCADE,  -- who adds a passkey; NULL for a login
    "stands_for" BYTEA,                             -- CREDENTIAL_FINGERPRINT of who adds one
    "has_second_factor" BOOLEAN NOT NULL,           -- whether its code was checked
    "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "passkey_challenges_session_id_idx" ON "passkey_challenges" ("session_id");
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" ("expires_at");
