-- When a person's quiet hours end, by their time zone's rules of that day, or null outside of them. A time zone that
-- this PostgreSQL doesn't know means no quiet hours, so a planned batch never fails because of one person.
CREATE OR REPLACE FUNCTION "quiet_end"("moment" TIMESTAMPTZ, "zone" TEXT, "from_minute" SMALLINT, "until_minute" SMALLINT)
RETURNS TIMESTAMPTZ LANGUAGE plpgsql STABLE AS $$
DECLARE
    local_time TIMESTAMP;
    minute_of_day INTEGER;
    last_day TIMESTAMP;
    is_quiet BOOLEAN;
BEGIN
    IF zone IS NULL THEN
        RETURN NULL;
    END IF;
    local_time := moment AT TIME ZONE zone;
    minute_of_day := extract(hour FROM local_time) * 60 + extract(minute FROM local_time);
    is_quiet := CASE
        WHEN from_minute < until_minute THEN minute_of_day >= from_minute AND minute_of_day < until_minute
        ELSE minute_of_day >= from_minute OR minute_of_day < until_minute
    END;
    IF NOT is_quiet THEN
        RETURN NULL;
    END IF;
    last_day := date_trunc('day', local_time)
        + CASE WHEN minute_of_day < until_minute THEN interval '0' ELSE interval '1 day' END;
    -- An hour that the clock repeats would otherwise end in the past.
    RETURN greatest((last_day + make_interval(mins => until_minute)) AT TIME ZONE zone, moment + interval '1 minute');
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN NULL;
END $$;
