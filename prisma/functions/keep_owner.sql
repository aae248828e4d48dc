-- A workspace always has an owner: removing or demoting the last one fails with WO001. The workspace's lock makes two
-- owners who leave at once take turns, and `owner_id` moves on to one who stays.
CREATE OR REPLACE FUNCTION "keep_owner"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE next_owner UUID;
BEGIN
    IF OLD.role <> 'owner' OR (TG_OP = 'UPDATE' AND NEW.role = 'owner') THEN RETURN NULL; END IF;
    PERFORM FROM workspaces WHERE id = OLD.workspace_id AND closed_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN NULL; END IF;
    SELECT user_id INTO next_owner FROM members
    WHERE workspace_id = OLD.workspace_id AND role = 'owner' ORDER BY created_at, user_id LIMIT 1;
    IF next_owner IS NULL THEN
        -- The version before erases an account with its workspace.
        IF NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id AND closed_at IS NULL) THEN RETURN NULL; END IF;
        RAISE EXCEPTION 'a workspace needs an owner' USING ERRCODE = 'WO001';
    END IF;
    UPDATE workspaces SET owner_id = next_owner WHERE id = OLD.workspace_id AND owner_id = OLD.user_id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "members_keep_owner" AFTER UPDATE OR DELETE ON "members" FOR EACH ROW EXECUTE FUNCTION "keep_owner"();
