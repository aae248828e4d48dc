-- The quarter of an hour that a time is in. Lists are ordered by it, so that a message rarely changes an index
-- (decision 25).
CREATE OR REPLACE FUNCTION "period_of"("moment" TIMESTAMPTZ)
RETURNS TIMESTAMPTZ LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN date_bin('15 minutes', "moment", '2000-01-01T00:00:00Z');
