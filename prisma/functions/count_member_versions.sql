-- A member's version grows whenever their role, sites or standing change, so a scope that was made before no longer
-- matches.
CREATE OR REPLACE FUNCTION "count_member_versions"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.role, NEW.site_ids, NEW.standing) IS DISTINCT FROM (OLD.role, OLD.site_ids, OLD.standing) THEN NEW.version := OLD.version + 1; END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "members_count_versions" BEFORE UPDATE ON "members" FOR EACH ROW EXECUTE FUNCTION "count_member_versions"();
