-- When a message was deleted, and by which user or visitor. The row stays, so that its conversation's `seq` has no gaps; its
-- text, its files and what an email had besides are gone.
ALTER TABLE "messages" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "messages" ADD COLUMN "deleted_by" UUID;
-- How many of a conversation's messages were deleted, or null. Clients that were away see by it that what they show is outdated.
ALTER TABLE "conversations" ADD COLUMN "deleted_count" INTEGER;
