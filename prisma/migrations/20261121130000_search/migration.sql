-- Search (decision 11). Text is compared as `search_fold` gives it; `search_grams` are the pieces that the index knows a
-- text by, each with its workspace before it, so that a search touches nothing of any other workspace.

-- Folded: compatible forms made one (NFKD), lower case, and without accents, Arabic and Hebrew vowel signs, and what is invisible.
CREATE FUNCTION "search_fold"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT replace(replace(regexp_replace(
        lower(normalize(body, NFKD)),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\064B-\065F\0670\00AD\200B-\200F\202A-\202E\2060\2066-\2069\FE00-\FE0F\FEFF]+',
        '', 'g'
    ), 'ß', 'ss'), 'ς', 'σ')
$$;

-- The piece that begins at a letter: three letters, or two where it is of a script without spaces; never across a space.
-- At the end of a word what is left. The word's first letters find a piece too, so it is one index for one letter and for many.
CREATE FUNCTION "search_grams"("workspace" UUID, "folded" TEXT)
RETURNS TSVECTOR LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
    whose TEXT := right(workspace::text, 6);
    grams TEXT[] := '{}';
    one TEXT COLLATE "C" := ' ';
    two TEXT COLLATE "C" := ' ';
    three TEXT COLLATE "C";
BEGIN
    FOREACH three IN ARRAY string_to_array(folded, NULL) || ' '::text || ' '::text LOOP
        IF one > ' ' THEN
            grams := grams || (whose || CASE
                WHEN two <= ' ' THEN one
                WHEN three <= ' ' OR one >= U&'\2E80' THEN one || two
                ELSE one || two || three
            END);
        END IF;
        one := two;
        two := three;
    END LOOP;
    RETURN array_to_tsvector(grams);
END $$;

-- What the index is asked for: pieces of folded words, whose matches are looked at again. Few pieces are enough; the
-- longest words tell most. Words too short for a whole piece are asked for only where there is no other, the longest and two
-- at most: each gathers all that begin with it. A search reads little, so other processes would cost more than they save; the
-- index is still made by several.
CREATE FUNCTION "search_pieces"("workspace" UUID, "words" TEXT[])
RETURNS TSQUERY LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
    whose TEXT := right(workspace::text, 6);
    pieces TEXT[] := '{}';
    short TEXT[] := '{}';
    word TEXT;
    piece TEXT;
    quoted TEXT;
    step INTEGER;
    size INTEGER;
    longest_short INTEGER := 0;
BEGIN
    FOR word IN
        SELECT run FROM unnest(words) AS w, regexp_split_to_table(search_fold(w), '[\u0001-\u0020]+') AS run
        WHERE run <> '' GROUP BY run ORDER BY char_length(run) DESC LIMIT 8
    LOOP
        step := greatest(1, char_length(word) / 4);
        FOR place IN 1 .. char_length(word) LOOP
            size := CASE WHEN substr(word, place, 1) COLLATE "C" >= U&'\2E80' THEN 2 ELSE 3 END;
            piece := substr(word, place, size);
            quoted := '''' || replace(replace(whose || piece, '\', '\\'), '''', '''''') || '''';
            IF char_length(piece) = size THEN
                IF (place - 1) % step = 0 OR place + size > char_length(word) THEN
                    pieces := pieces || quoted;
                END IF;
            ELSIF place = 1 AND char_length(word) >= longest_short THEN
                longest_short := char_length(word);
                short := short || (quoted || ':*');
            END IF;
        END LOOP;
    END LOOP;
    IF pieces = '{}' THEN pieces := short[1:2]; END IF;
    RETURN array_to_string(pieces, ' & ')::tsquery;
END $$;

-- Whose a row is, so that its index can tell. It never changes: a conversation and a site stay in their workspace.
ALTER TABLE "visitors" ADD COLUMN "workspace_id" UUID;
UPDATE "visitors" v SET "workspace_id" = s."workspace_id" FROM "sites" s WHERE s."id" = v."site_id";
ALTER TABLE "visitors"
    ALTER COLUMN "workspace_id" SET NOT NULL,
    ADD COLUMN "search_text" TEXT GENERATED ALWAYS AS (
        search_fold(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("external_id", ''))
    ) STORED;

ALTER TABLE "messages" ADD COLUMN "workspace_id" UUID;
UPDATE "messages" m SET "workspace_id" = c."workspace_id" FROM "conversations" c WHERE c."id" = m."conversation_id";
ALTER TABLE "messages"
    ALTER COLUMN "workspace_id" SET NOT NULL,
    ADD COLUMN "search_text" TEXT GENERATED ALWAYS AS (search_fold("body")) STORED;

-- A message waits in the index's list until the sweep puts it into the tree, many at once, so that no sender waits for that.
-- If the sweep does not come, the sender does it at this many kB: a search reads all of the list. Statistics of what these
-- index are of no use to the planner, and dear to gather.
CREATE INDEX "visitors_search_idx" ON "visitors" USING gin (search_grams("workspace_id", "search_text"))
    WITH (fastupdate = on, gin_pending_list_limit = 1024);
ALTER INDEX "visitors_search_idx" ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX "messages_search_idx" ON "messages" USING gin (search_grams("workspace_id", "search_text"))
    WITH (fastupdate = on, gin_pending_list_limit = 1024);
ALTER INDEX "messages_search_idx" ALTER COLUMN 1 SET STATISTICS 0;
