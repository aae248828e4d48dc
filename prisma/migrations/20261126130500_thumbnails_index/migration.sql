-- Empty while no picture waits, so looking for one costs nothing.
CREATE INDEX CONCURRENTLY "stored_files_thumbnails_due_at_idx" ON "stored_files" ("thumbnails_due_at") WHERE "thumbnails" = 'waiting' AND "thumbnail_tries" < 10;
