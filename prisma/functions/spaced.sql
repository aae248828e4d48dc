-- A folded text with one space for each run of spaces, punctuation and symbols, as blocked words are compared.
CREATE OR REPLACE FUNCTION "spaced"("folded" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(
        folded,
        U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00A9\00AB-\00B4\00B6-\00B9\00BB-\00BF\1680\180E\2000-\206F\2E00-\2E7F\3000-\303F]+',
        ' ', 'g'
    ))
$$;
