-- A workspace's owner is its first member, whichever version creates the workspace.
CREATE OR REPLACE FUNCTION "add_first_member"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO members (workspace_id, user_id, role, created_at) VALUES (NEW.id, NEW.owner_id, 'owner', NEW.created_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "workspaces_add_first_member" AFTER INSERT ON "workspaces" FOR EACH ROW EXECUTE FUNCTION "add_first_member"();
