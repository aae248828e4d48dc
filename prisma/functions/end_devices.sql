-- A device gets no more push messages once the session that registered it is deleted: by a logout, a new password, or
-- because it was revoked. A session that only expired keeps its device.
CREATE OR REPLACE FUNCTION "end_devices"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM channels WHERE user_id = OLD.user_id AND kind = 'push' AND session_id = OLD.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sessions_end_devices" AFTER DELETE ON "sessions"
    FOR EACH ROW WHEN (OLD."expires_at" > now()) EXECUTE FUNCTION "end_devices"();
