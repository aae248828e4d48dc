-- For the merged people of a site, who are counted together.
CREATE INDEX CONCURRENTLY "visitors_merged_site_id_idx" ON "visitors" ("site_id", "id") WHERE "merged_into" IS NOT NULL;
