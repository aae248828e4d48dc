-- Blocked words go on being compared as they were: the sites' are stored.
CREATE OR REPLACE FUNCTION "word_form"("body" TEXT)
RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT spaced(left(search_fold_whole(body), 12000))
$$;

-- A word as it's looked for in what `search_fold` returns. Letters without a decomposition, quotes, dashes, kinds of Arabic
-- letters and the digits of all common scripts are one each. ASCII, which has none of them, is folded without a look at each.
CREATE FUNCTION "search_word"("body" TEXT)
RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    folded TEXT := search_fold_whole(body);
BEGIN
    folded := translate(folded, E'\n\r\t', '   ');
    IF folded ~ '[^\u0001-\u007f]' THEN
        folded := translate(folded,
            'łøđıħŧðʼ‘’‛′׳“”„‟«»″״‐–—−ٱىیکةـ',
            'lodihtd''''''''''''""""""""----اييكه');
        folded := replace(replace(replace(folded, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        IF folded ~ '[٠-٩۰-۹०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯๐-๙໐-໙༠-༩၀-၉០-៩]' THEN
            folded := translate(folded,
                '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩',
                repeat('0123456789', 16));
        END IF;
    END IF;
    RETURN left(folded, 12000);
END $$;

-- A text as it's searched: folded, and then each number that's written in groups, such as a phone number, without its gaps.
CREATE OR REPLACE FUNCTION "search_fold"("body" TEXT)
RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    folded TEXT := search_word(body);
BEGIN
    IF folded ~ '[0-9][ ()./-]+[0-9]' THEN
        folded := left(folded || coalesce((
            SELECT ' ' || string_agg(regexp_replace(run[1], '[ ()./-]+', '', 'g'), ' ')
            FROM regexp_matches(folded, '[+]?[0-9](?:[ ()./-]*[0-9]){5,}', 'g') AS run
            WHERE run[1] ~ '[ ()./-]'
        ), ''), 12000);
    END IF;
    RETURN folded;
END $$;

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
