-- Whether a text contains one of a site's blocked words, in the forms of blocked_form(). A text that's too long to
-- search to its end counts as containing one.
CREATE OR REPLACE FUNCTION "says_any"("body" TEXT, "forms" TEXT[])
RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    folded TEXT := search_fold_whole(body);
    said TEXT;
BEGIN
    IF char_length(folded) > 12000 THEN
        RETURN cardinality(forms) > 0;
    END IF;
    said := ' ' || spaced(folded) || ' ';
    RETURN EXISTS (SELECT FROM unnest(forms) AS form WHERE strpos(said, form) > 0);
END $$;
