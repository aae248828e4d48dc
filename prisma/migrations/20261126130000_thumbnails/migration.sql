-- A process that draws a picture's thumbnails moves this time ahead first, so that no other one does meanwhile.
ALTER TABLE "stored_files" ADD COLUMN "thumbnails_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "thumbnail_tries" SMALLINT NOT NULL DEFAULT 0;
