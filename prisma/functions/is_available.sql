-- Whether a person takes conversations at a time, by their switch and by their working hours in their time zone. A
-- time zone that this PostgreSQL doesn't know means all hours.
CREATE OR REPLACE FUNCTION "is_available"("at" TIMESTAMPTZ, "is_on" BOOLEAN, "hours" JSONB, "zone" TEXT) RETURNS BOOLEAN LANGUAGE plpgsql STABLE AS $$
DECLARE local_time TIMESTAMP; local_minute INTEGER; local_day INTEGER;
BEGIN
    IF NOT is_on OR hours IS NULL THEN RETURN is_on; END IF;
    local_time := at AT TIME ZONE zone;
    local_minute := extract(hour FROM local_time) * 60 + extract(minute FROM local_time);
    local_day := extract(isodow FROM local_time);
    RETURN EXISTS (SELECT FROM jsonb_to_recordset(hours) AS w (day INTEGER, "from" INTEGER, until INTEGER)
        WHERE w.day = local_day AND local_minute >= w."from" AND local_minute < w.until);
EXCEPTION WHEN invalid_parameter_value THEN RETURN true;
END $$;
