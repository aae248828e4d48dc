-- In the very order in which sites are listed.
DROP INDEX "sites_workspace_id_created_at_idx";
CREATE INDEX "sites_workspace_id_created_at_id_idx" ON "sites" ("workspace_id", "created_at", "id");

-- Each row of a list has its visitor looked up. A hash finds one in as few pages among a million as among a thousand.
CREATE INDEX "visitors_id_idx" ON "visitors" USING hash ("id");
