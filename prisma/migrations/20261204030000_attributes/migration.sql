-- What a page and a site's server say about a visitor, each apart. `value` is the canonical text of its kind, and `value_key` what
-- filters compare.
CREATE TABLE "visitor_attributes" (
    "visitor_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "value_key" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "visitor_attributes_pkey" PRIMARY KEY ("visitor_id", "source", "name"),
    CONSTRAINT "visitor_attributes_visitor_id_fkey" FOREIGN KEY ("visitor_id") REFERENCES "visitors" ("id") ON DELETE CASCADE,
    CONSTRAINT "visitor_attributes_source" CHECK ("source" IN ('page', 'server')),
    CONSTRAINT "visitor_attributes_kind" CHECK ("kind" IN ('string', 'number', 'boolean', 'date')),
    CONSTRAINT "visitor_attributes_name_length" CHECK (char_length("name") BETWEEN 1 AND 50),
    CONSTRAINT "visitor_attributes_value_length" CHECK (char_length("value") BETWEEN 1 AND 500),
    -- An entry of an index is at most 2,704 bytes.
    CONSTRAINT "visitor_attributes_value_key_size" CHECK (octet_length("value_key") <= 2200)
);

-- The inbox's filter finds a value that few visitors have.
CREATE INDEX "visitor_attributes_workspace_id_name_value_key_idx" ON "visitor_attributes" ("workspace_id", "name", "value_key");
