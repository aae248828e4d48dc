-- A logo, photo or received email that's replaced or removed, or whose site, account or row is deleted, is marked as
-- abandoned, so that cleanup removes it once nothing uses it. The argument is the column that names it.
CREATE OR REPLACE FUNCTION "abandon_picture"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE stored_files SET abandoned_at = now() WHERE hash = to_jsonb(OLD) ->> TG_ARGV[0];
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sites_replace_logo" AFTER UPDATE OF "logo_hash" ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS DISTINCT FROM NEW."logo_hash") EXECUTE FUNCTION "abandon_picture"('logo_hash');
CREATE OR REPLACE TRIGGER "sites_delete_logo" AFTER DELETE ON "sites" FOR EACH ROW
    WHEN (OLD."logo_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('logo_hash');
CREATE OR REPLACE TRIGGER "users_replace_photo" AFTER UPDATE OF "photo_hash" ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS DISTINCT FROM NEW."photo_hash") EXECUTE FUNCTION "abandon_picture"('photo_hash');
CREATE OR REPLACE TRIGGER "users_delete_photo" AFTER DELETE ON "users" FOR EACH ROW
    WHEN (OLD."photo_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('photo_hash');
CREATE OR REPLACE TRIGGER "received_mails_remove_raw" AFTER UPDATE OF "raw_hash" ON "received_mails" FOR EACH ROW
    WHEN (OLD."raw_hash" IS DISTINCT FROM NEW."raw_hash") EXECUTE FUNCTION "abandon_picture"('raw_hash');
CREATE OR REPLACE TRIGGER "received_mails_delete_raw" AFTER DELETE ON "received_mails" FOR EACH ROW
    WHEN (OLD."raw_hash" IS NOT NULL) EXECUTE FUNCTION "abandon_picture"('raw_hash');
