-- The query that finds words in the index of search_vector(). Longer words are more selective, and a few pieces cover
-- them. A word that's too short for a piece is a prefix, which finds many rows: it's used only if there's nothing
-- else, and twice at most.
CREATE OR REPLACE FUNCTION "search_query"("workspace" UUID, "words" TEXT[])
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
        SELECT run FROM unnest(words) AS w, regexp_split_to_table(search_word(w), '[\u0001-\u0020]+') AS run
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
