-- What a site's own server proves its visitors with, encrypted under a key that is not in the database. A rotated one stays
-- good until previous_ends_at.
CREATE TABLE "identity_secrets" (
    "site_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "previous_secret" BYTEA,
    "previous_ends_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    CONSTRAINT "identity_secrets_pkey" PRIMARY KEY ("site_id"),
    CONSTRAINT "identity_secrets_previous_ends" CHECK (("previous_secret" IS NULL) = ("previous_ends_at" IS NULL)),
    CONSTRAINT "identity_secrets_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);

-- One verified visitor for each name that the site gives; as a label of others the same name may come as often as it likes.
CREATE UNIQUE INDEX "visitors_verified_external_id_key" ON "visitors" ("site_id", "external_id") WHERE "verified";
ALTER TABLE "visitors"
    ADD CONSTRAINT "visitors_verified_has_external_id" CHECK (NOT "verified" OR "external_id" IS NOT NULL);
