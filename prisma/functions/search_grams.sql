-- Does what search_vector() does, under the name that versions before 20261122120300 search with.
CREATE OR REPLACE FUNCTION "search_grams"("workspace" UUID, "folded" TEXT)
RETURNS TSVECTOR LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
    SELECT search_vector(workspace, folded)
$$;
