-- Whether a visitor's messages make a conversation wait: tests and blocked visitors don't. A visitor without a row
-- does, because the same statement is storing them. VOLATILE, so it sees what was committed since the statement began.
CREATE OR REPLACE FUNCTION "counts_as_waiting"("of_visitor" UUID) RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN NOT EXISTS (SELECT FROM visitors WHERE id = of_visitor AND (is_test OR blocked_at IS NOT NULL));
END $$;
