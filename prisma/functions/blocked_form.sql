-- A blocked word in the form that says_any() looks for: as whole words, but anywhere in a text if its script is
-- written without spaces or attaches endings to words.
CREATE OR REPLACE FUNCTION "blocked_form"("word" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN form ~ U&'[\0E00-\0EFF\1000-\109F\1100-\11FF\1780-\17FF\2E80-\+01FFFF\+020000-\+03FFFF]' THEN form ELSE ' ' || form || ' ' END
    FROM (SELECT word_form(word)) AS f (form)
$$;
