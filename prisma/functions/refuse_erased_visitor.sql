-- A visitor who was erased isn't stored again, although their token is still valid: it fails with VE001. An insert
-- that's concurrent with the erasure waits for its commit, and this reads after that.
CREATE OR REPLACE FUNCTION "refuse_erased_visitor"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM deletions WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'this visitor was erased' USING ERRCODE = 'VE001';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "visitors_refuse_erased" AFTER INSERT ON "visitors"
    FOR EACH ROW EXECUTE FUNCTION "refuse_erased_visitor"();
