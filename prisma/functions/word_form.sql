-- A text in the form that blocked words are stored and compared in. It stays as it is when search changes, because
-- stored words have this form.
CREATE OR REPLACE FUNCTION "word_form"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT spaced(left(search_fold_whole(body), 12000))
$$;
