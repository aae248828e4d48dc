-- Each row of a list has its visitor looked up. A hash finds one in as few pages among a million as among a thousand.
CREATE INDEX "visitors_id_idx" ON "visitors" USING hash ("id");

-- Of words too short for a whole piece only the longest are asked for, and two at most: each gathers all that begin with it.
CREATE OR REPLACE FUNCTION "search_pieces"("workspace" UUID, "words" TEXT[])
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
