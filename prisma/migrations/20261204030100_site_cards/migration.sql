-- The address that a site's card about a visitor comes from, and the secret that signs requests to it, encrypted.
CREATE TABLE "site_cards" (
    "site_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "site_cards_pkey" PRIMARY KEY ("site_id"),
    CONSTRAINT "site_cards_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE,
    CONSTRAINT "site_cards_url_length" CHECK (char_length("url") BETWEEN 1 AND 2000)
);
