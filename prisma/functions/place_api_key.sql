-- An API key that names no workspace belongs to the one its person owns: the version before workspaces were shared
-- names none.
CREATE OR REPLACE FUNCTION "place_api_key"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.workspace_id := coalesce(NEW.workspace_id, (SELECT id FROM workspaces WHERE owner_id = NEW.user_id ORDER BY created_at, id LIMIT 1));
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "api_keys_place" BEFORE INSERT ON "api_keys" FOR EACH ROW EXECUTE FUNCTION "place_api_key"();
