-- For those who open a picture, and for the foreign keys when a content is removed. Most rows have none.
CREATE INDEX CONCURRENTLY "sites_logo_hash_idx" ON "sites" ("logo_hash") WHERE "logo_hash" IS NOT NULL;
CREATE INDEX CONCURRENTLY "users_photo_hash_idx" ON "users" ("photo_hash") WHERE "photo_hash" IS NOT NULL;
