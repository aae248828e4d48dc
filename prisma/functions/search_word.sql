-- A word in the form that's compared: folded, at most 12,000 characters, with one form for letters without a
-- decomposition, quotes, dashes, kinds of Arabic letters and the digits of common scripts. ASCII, which has none of
-- them, is folded at once.
CREATE OR REPLACE FUNCTION "search_word"("body" TEXT)
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
