-- Each names a content in stored_files. Null: a letter, or initials.
ALTER TABLE "sites" ADD COLUMN "logo_hash" TEXT,
    ADD CONSTRAINT "sites_logo_hash_fkey" FOREIGN KEY ("logo_hash") REFERENCES "stored_files"("hash") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "users" ADD COLUMN "photo_hash" TEXT,
    ADD CONSTRAINT "users_photo_hash_fkey" FOREIGN KEY ("photo_hash") REFERENCES "stored_files"("hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Does for the column that's the argument what abandon_stored_files() does for files.
CREATE OR REPLACE FUNCTION abandon_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE stored_files SET abandoned_at = now() WHERE hash = to_jsonb(OLD) ->> TG_ARGV[0];
    RETURN NULL;
END $$;
CREATE TRIGGER "sites_replace_logo" AFTER UPDATE OF "logo_hash" ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS DISTINCT FROM NEW."logo_hash") EXECUTE FUNCTION abandon_picture('logo_hash');
CREATE TRIGGER "sites_delete_logo" AFTER DELETE ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS NOT NULL) EXECUTE FUNCTION abandon_picture('logo_hash');
CREATE TRIGGER "users_replace_photo" AFTER UPDATE OF "photo_hash" ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS DISTINCT FROM NEW."photo_hash") EXECUTE FUNCTION abandon_picture('photo_hash');
CREATE TRIGGER "users_delete_photo" AFTER DELETE ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS NOT NULL) EXECUTE FUNCTION abandon_picture('photo_hash');
