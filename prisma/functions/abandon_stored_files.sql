-- The content of deleted files is marked as abandoned, so that cleanup removes it once nothing uses it. Rows are
-- locked in the order of their hashes, so two deletions with several files in common don't deadlock.
CREATE OR REPLACE FUNCTION "abandon_stored_files"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- A message is mostly without files.
    IF NOT EXISTS (SELECT FROM deleted) THEN RETURN NULL; END IF;
    PERFORM FROM stored_files WHERE hash IN (SELECT hash FROM deleted) ORDER BY hash FOR NO KEY UPDATE;
    UPDATE stored_files SET abandoned_at = now() WHERE hash IN (SELECT hash FROM deleted);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "files_abandon_stored_files" AFTER DELETE ON "files" REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION "abandon_stored_files"();
