-- Of the AUTH_SECRET that seals this database's rows, and, while some are still sealed with the one before, of that.
CREATE TABLE "secret_fingerprint" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "current" BYTEA NOT NULL,
    "previous" BYTEA,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "secret_fingerprint_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "secret_fingerprint_one_row" CHECK ("id" = 1)
);
