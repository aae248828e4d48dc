-- How many messages of the other side come after each side's mark. Kept by every statement that moves a mark or gives out
-- a `seq`, so that no list counts messages.
ALTER TABLE "conversations"
    ADD COLUMN "owner_unread_count" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "visitor_unread_count" INTEGER NOT NULL DEFAULT 0;

UPDATE "conversations" c SET
    "owner_unread_count" = (
        SELECT count(*) FROM "messages" m
        WHERE m."conversation_id" = c."id" AND m."seq" > c."owner_read_seq" AND m."sender_type" = 'visitor'
    ),
    "visitor_unread_count" = (
        SELECT count(*) FROM "messages" m
        WHERE m."conversation_id" = c."id" AND m."seq" > c."visitor_read_seq" AND m."sender_type" = 'owner'
    )
WHERE c."last_seq" > least(c."owner_read_seq", c."visitor_read_seq");

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_unread_counts" CHECK (
    "owner_unread_count" BETWEEN 0 AND "last_seq" - "owner_read_seq"
    AND "visitor_unread_count" BETWEEN 0 AND "last_seq" - "visitor_read_seq"
);

-- For the owner's unread total. It holds what is unread and nothing else.
CREATE INDEX "conversations_unread_workspace_id_idx"
    ON "conversations" ("workspace_id") INCLUDE ("owner_unread_count") WHERE "owner_unread_count" > 0;

-- A site's list by status; without one it has its index already.
CREATE INDEX "conversations_site_id_status_last_message_at_id_idx"
    ON "conversations" ("site_id", "status", "last_message_at" DESC, "id" DESC);

-- These are called under the lock of a conversation's row. Because they are VOLATILE they see what was committed while the
-- statement waited for that lock; a plain subquery would see the messages as they were before.
CREATE FUNCTION "count_messages"("of_conversation" UUID, "of_side" TEXT, "after_seq" INTEGER, "up_to_seq" INTEGER)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT count(*) FROM messages
        WHERE conversation_id = of_conversation AND seq > after_seq AND seq <= up_to_seq AND sender_type = of_side
    );
END $$;

CREATE FUNCTION "last_message_seq"("of_conversation" UUID, "of_side" TEXT)
RETURNS INTEGER LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    RETURN (
        SELECT seq FROM messages WHERE conversation_id = of_conversation AND sender_type = of_side ORDER BY seq DESC LIMIT 1
    );
END $$;
