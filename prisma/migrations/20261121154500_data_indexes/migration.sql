-- Apart from what alters tables: while these are built the version before goes on reading.
CREATE INDEX "sites_retention_idx" ON "sites" ("id") INCLUDE ("retention_days") WHERE "retention_days" IS NOT NULL;
-- A site's visitors in the order of their ids, a page at a time.
CREATE INDEX "visitors_site_id_id_idx" ON "visitors" ("site_id", "id");
