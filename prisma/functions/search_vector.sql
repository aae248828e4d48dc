-- A folded text as pieces of up to three characters, for the index (decision 11). All workspaces share pieces, so a
-- merge of the index's pending list writes each piece once. The workspace is a piece of its own, with a space before
-- it that no other has.
CREATE OR REPLACE FUNCTION "search_vector"("workspace" UUID, "folded" TEXT)
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
