-- What lists are ordered and filtered by without changing with each message (decision 25). A trigger sets both, so the
-- version before keeps them true too, and a message whose conversation stays where it is doesn't run its function.
ALTER TABLE "conversations"
    ADD COLUMN "last_message_period" TIMESTAMPTZ(3),
    ADD COLUMN "is_unread" BOOLEAN,
    -- Leaves space on each page for a row's next version.
    SET (fillfactor = 85);

CREATE FUNCTION "period_of"("moment" TIMESTAMPTZ)
RETURNS TIMESTAMPTZ LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN date_bin('15 minutes', "moment", '2000-01-01T00:00:00Z');

CREATE FUNCTION "place_conversation"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    NEW.last_message_period := period_of(NEW.last_message_at);
    NEW.is_unread := NEW.owner_unread_count > 0;
    RETURN NEW;
END $$;
CREATE TRIGGER "conversations_place" BEFORE INSERT OR UPDATE ON "conversations" FOR EACH ROW
    WHEN (NEW.last_message_period IS DISTINCT FROM date_bin('15 minutes', NEW.last_message_at, '2000-01-01T00:00:00Z')
        OR NEW.is_unread IS DISTINCT FROM (NEW.owner_unread_count > 0))
    EXECUTE FUNCTION "place_conversation"();
-- Also for rows that come by replication, whose sender may be of the version before.
ALTER TABLE "conversations" ENABLE ALWAYS TRIGGER "conversations_place";
