-- Does what search_query() does, under the name that versions before 20261122120300 search with.
CREATE OR REPLACE FUNCTION "search_pieces"("workspace" UUID, "words" TEXT[])
RETURNS TSQUERY LANGUAGE sql IMMUTABLE STRICT PARALLEL UNSAFE AS $$
    SELECT search_query(workspace, words)
$$;
