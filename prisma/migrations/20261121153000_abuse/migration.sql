-- Who is not heard any more. The hash stands for the address that a visitor wrote from last, and is forgotten after a while.
ALTER TABLE "visitors"
    ADD COLUMN "blocked_at" TIMESTAMPTZ(3),
    ADD COLUMN "address_hash" TEXT,
    ADD COLUMN "address_at" TIMESTAMPTZ(3);

ALTER TABLE "conversations" ADD COLUMN "is_spam" BOOLEAN NOT NULL DEFAULT false;

-- What a site refuses: words as they were written, and as they are looked for; and addresses, by their hashes alone.
ALTER TABLE "sites"
    ADD COLUMN "blocked_words" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "blocked_forms" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "asks_proof" BOOLEAN NOT NULL DEFAULT true,
    -- Prisma has no lists that are required, so it is said here.
    ADD CONSTRAINT "sites_blocked_words_count" CHECK (
        "blocked_words" IS NOT NULL AND "blocked_forms" IS NOT NULL AND cardinality("blocked_words") <= 200
    );

CREATE TABLE "blocked_addresses" (
    "id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "address_hash" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "blocked_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "blocked_addresses_label_length" CHECK (char_length("label") BETWEEN 1 AND 80),
    CONSTRAINT "blocked_addresses_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "blocked_addresses_site_id_address_hash_key" ON "blocked_addresses" ("site_id", "address_hash");

-- A text as blocked words are looked for in it: folded, each run of spaces, punctuation and signs one space.
CREATE FUNCTION "word_form"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(
        search_fold(body),
        U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A9\00AB-\00B4\00B6-\00B9\00BB-\00BF\1680\180E\2000-\206F\2E00-\2E7F\3000-\303F]+',
        ' ', 'g'
    ))
$$;

-- What is looked for: whole words; in scripts that are written without spaces, or join endings to words, wherever it stands.
CREATE FUNCTION "blocked_form"("word" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN form ~ U&'[\0E00-\0EFF\1000-\109F\1100-\11FF\1780-\17FF\2E80-\+01FFFF\+020000-\+03FFFF]' THEN form ELSE ' ' || form || ' ' END
    FROM (SELECT word_form(word)) AS f (form)
$$;

CREATE FUNCTION "says_any"("body" TEXT, "forms" TEXT[])
RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    said TEXT := ' ' || word_form(body) || ' ';
BEGIN
    RETURN EXISTS (SELECT FROM unnest(forms) AS form WHERE strpos(said, form) > 0);
END $$;
