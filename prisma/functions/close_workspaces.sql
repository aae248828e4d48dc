-- Closing an account closes the workspaces it owns, but never one that has other members: it fails with WO001, and the
-- account stays open.
CREATE OR REPLACE FUNCTION "close_workspaces"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- Accepting an invitation takes this lock too, so the next statement sees new members.
    PERFORM FROM workspaces WHERE owner_id = NEW.id AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM members m JOIN workspaces w ON w.id = m.workspace_id
               WHERE w.owner_id = NEW.id AND w.closed_at IS NULL AND m.user_id <> NEW.id AND m.standing <> 'removed') THEN
        RAISE EXCEPTION 'others are in this workspace' USING ERRCODE = 'WO001';
    END IF;
    UPDATE workspaces SET closed_at = NEW.closed_at WHERE owner_id = NEW.id AND closed_at IS NULL;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "users_close_workspaces" AFTER UPDATE OF "closed_at" ON "users" FOR EACH ROW
    WHEN (OLD."closed_at" IS NULL AND NEW."closed_at" IS NOT NULL) EXECUTE FUNCTION "close_workspaces"();
