-- What's stored, once per content. Its key in the storage is new each time, so that removing an old copy can't remove a newer one.
CREATE TABLE "stored_files" (
    "hash" TEXT NOT NULL,                          -- SHA-256 of the stored bytes, in hexadecimal
    "storage_key" TEXT NOT NULL,
    "size" INTEGER NOT NULL,                       -- bytes
    "media_type" TEXT NOT NULL,                    -- recognized by content
    "width" INTEGER,                               -- pixels, as shown: after turning by its orientation
    "height" INTEGER,
    "thumbnails" TEXT NOT NULL DEFAULT 'none',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "abandoned_at" TIMESTAMPTZ(3),                 -- when a row of files that named it was last deleted; null: none was
    CONSTRAINT "stored_files_pkey" PRIMARY KEY ("hash"),
    CONSTRAINT "stored_files_thumbnails_value" CHECK ("thumbnails" IN ('none', 'waiting', 'made', 'failed'))
);
CREATE UNIQUE INDEX "stored_files_storage_key_key" ON "stored_files"("storage_key");
CREATE INDEX "stored_files_abandoned_at_idx" ON "stored_files"("abandoned_at") WHERE "abandoned_at" IS NOT NULL;

-- What to delete from the storage. A row goes when its object is gone.
CREATE TABLE "removed_objects" (
    "storage_key" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "removed_objects_pkey" PRIMARY KEY ("storage_key")
);

-- One upload. A message names it once; until then it belongs to its uploader, who may be a visitor without a row.
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "site_id" UUID NOT NULL,
    "visitor_id" UUID,                             -- who uploaded it: a visitor
    "user_id" UUID,                                -- or a member
    "message_id" UUID,
    "position" SMALLINT,                           -- in its message, from 0
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "files_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "files_name_length" CHECK (char_length("name") BETWEEN 1 AND 120),
    CONSTRAINT "files_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "files_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "files_hash_fkey" FOREIGN KEY ("hash") REFERENCES "stored_files"("hash") ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE INDEX "files_workspace_id_size_idx" ON "files"("workspace_id", "size");
CREATE INDEX "files_site_id_idx" ON "files"("site_id");
CREATE UNIQUE INDEX "files_message_id_position_key" ON "files"("message_id", "position");
CREATE INDEX "files_visitor_id_idx" ON "files"("visitor_id") WHERE "visitor_id" IS NOT NULL;
CREATE INDEX "files_hash_idx" ON "files"("hash");
CREATE INDEX "files_created_at_idx" ON "files"("created_at") WHERE "message_id" IS NULL;

-- In the order of hashes, so that two deletions with several files in common don't wait for each other in a circle.
CREATE OR REPLACE FUNCTION abandon_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A message is mostly without files.
    IF NOT EXISTS (SELECT FROM deleted) THEN RETURN NULL; END IF;
    PERFORM FROM stored_files WHERE hash IN (SELECT hash FROM deleted) ORDER BY hash FOR NO KEY UPDATE;
    UPDATE stored_files SET abandoned_at = now() WHERE hash IN (SELECT hash FROM deleted);
    RETURN NULL;
END $$;
CREATE TRIGGER "files_abandon_stored_files" AFTER DELETE ON "files" REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION abandon_stored_files();

ALTER TABLE "messages" ADD COLUMN "file_count" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "sites" ADD COLUMN "file_kinds" TEXT[] DEFAULT ARRAY['images', 'audio', 'video', 'pdf', 'documents', 'text'];
