-- After how many days without a new message a site's conversations are deleted; null keeps them.
ALTER TABLE "sites"
    ADD COLUMN "retention_days" INTEGER,
    ADD CONSTRAINT "sites_retention_days_range" CHECK ("retention_days" BETWEEN 1 AND 3650);

-- An erased visitor's tokens outlive them. Whatever writes the row anew at the same moment waits for the erasing to be
-- committed, and this reads after that.
CREATE FUNCTION "refuse_erased_visitor"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM deletions WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'this visitor was erased' USING ERRCODE = 'VE001';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "visitors_refuse_erased" AFTER INSERT ON "visitors"
    FOR EACH ROW EXECUTE FUNCTION "refuse_erased_visitor"();
