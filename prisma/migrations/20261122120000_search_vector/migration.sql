-- Search (decision 11). Pieces of text are shared by all workspaces, so a merge of the index's pending list writes each
-- piece once for all the messages that contain it. The workspace is one more lexeme, after a space so that no piece is like it.
CREATE FUNCTION "search_vector"("workspace" UUID, "folded" TEXT)
RETURNS TSVECTOR LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
    pieces TEXT[] := ARRAY[' ' || workspace];
    word TEXT;
    one TEXT COLLATE "C" := ' ';
    two TEXT COLLATE "C" := ' ';
    three TEXT COLLATE "C";
BEGIN
    -- At each letter the next three, or two in scripts without spaces, and fewer at the end of a word.
    FOREACH word IN ARRAY regexp_split_to_array(folded, '[\u0001-\u0020]+') LOOP
        -- The fast way takes longer with the square of a word's length.
        IF char_length(word) <= 50 AND word !~ '[\u2E80-\U0010FFFF]' THEN
            FOR place IN 1 .. char_length(word) LOOP
                pieces := pieces || substr(word, place, 3);
            END LOOP;
        ELSE
            FOREACH three IN ARRAY string_to_array(word, NULL) || '{" "," "}'::text[] LOOP
                IF one = ' ' THEN
                    NULL;
                ELSIF two = ' ' THEN
                    pieces := pieces || one;
                ELSIF three = ' ' OR one >= U&'\2E80' THEN
                    pieces := pieces || (one || two);
                ELSE
                    pieces := pieces || (one || two || three);
                END IF;
                one := two;
                two := three;
            END LOOP;
        END IF;
    END LOOP;
    RETURN array_to_tsvector(pieces);
END $$;

-- What the index is searched for. Longer words are more selective, and a few pieces that cover them are enough. A word too
-- short for a whole piece is a prefix, which gathers many: it's used only if there are no others, and at most twice.
CREATE FUNCTION "search_query"("workspace" UUID, "words" TEXT[])
RETURNS TSQUERY LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL UNSAFE AS $$
DECLARE
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
        step := char_length(word) / 4;
        FOR place IN 1 .. char_length(word) LOOP
            size := CASE WHEN substr(word, place, 1) COLLATE "C" >= U&'\2E80' THEN 2 ELSE 3 END;
            piece := substr(word, place, size);
            quoted := '''' || replace(replace(piece, '\', '\\'), '''', '''''') || '''';
            IF char_length(piece) = size THEN
                IF (place - 1) % greatest(step, size) = 0 OR place + size > char_length(word) THEN
                    pieces := pieces || quoted;
                END IF;
            ELSIF place = 1 AND char_length(word) >= longest_short THEN
                longest_short := char_length(word);
                short := short || (quoted || ':*');
            END IF;
        END LOOP;
    END LOOP;
    IF pieces = '{}' THEN pieces := short[1:2]; END IF;
    RETURN array_to_string((''' ' || workspace || '''') || pieces, ' & ')::tsquery;
END $$;

-- The same result as before. An SQL function in a generated column is parsed and planned again for every INSERT.
CREATE OR REPLACE FUNCTION "search_fold"("body" TEXT)
RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN left(search_fold_whole(body), 12000);
END $$;
