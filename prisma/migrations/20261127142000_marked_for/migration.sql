-- Why a colleague's action marked a conversation unread for someone: until they read it, or mark it unread themselves.
ALTER TABLE "reads" ADD COLUMN "marked_for" TEXT, ADD COLUMN "marked_by" UUID, ADD COLUMN "marked_note" INTEGER;
