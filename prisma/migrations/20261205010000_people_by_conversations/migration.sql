-- For the people of a site by their number of conversations, which are counted in it.
CREATE INDEX CONCURRENTLY "conversations_site_id_visitor_id_idx" ON "conversations" ("site_id", "visitor_id");
