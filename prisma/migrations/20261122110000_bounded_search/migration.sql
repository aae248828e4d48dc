-- Some letters fold to many: U+FDFA to 18. A Korean syllable folds to three at most, so no text that people write is cut here.
-- What was stored before keeps its longer search_text, which still finds it. No table is locked or rewritten.
CREATE FUNCTION "search_fold_whole"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace(replace(regexp_replace(
        lower(normalize(body, NFKD)),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\064B-\065F\0670\00AD\200B-\200F\202A-\202E\2060\2066-\2069\FE00-\FE0F\FEFF]+',
        '', 'g'
    ), 'ß', 'ss'), 'ς', 'σ')
$$;

CREATE OR REPLACE FUNCTION "search_fold"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT left(search_fold_whole(body), 12000)
$$;

-- A folded text as blocked words are looked for in it: each run of spaces, punctuation and signs one space.
CREATE FUNCTION "spaced"("folded" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(
        folded,
        U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A9\00AB-\00B4\00B6-\00B9\00BB-\00BF\1680\180E\2000-\206F\2E00-\2E7F\3000-\303F]+',
        ' ', 'g'
    ))
$$;

CREATE OR REPLACE FUNCTION "word_form"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT spaced(search_fold(body))
$$;

-- A blocked word could be behind the cut, so a text that is cut counts as having one.
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
