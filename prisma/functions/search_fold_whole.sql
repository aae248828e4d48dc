-- A text in lower case, without accents and invisible characters, in full length. Some letters become many: U+FDFA
-- becomes 18.
CREATE OR REPLACE FUNCTION "search_fold_whole"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace(replace(regexp_replace(
        lower(normalize(body, NFKD)),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\064B-\065F\0670\00AD\200B-\200F\202A-\202E\2060\2066-\2069\FE00-\FE0F\FEFF]+',
        '', 'g'
    ), 'ß', 'ss'), 'ς', 'σ')
$$;
