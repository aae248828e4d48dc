-- In the very order in which sites are listed.
DROP INDEX "sites_workspace_id_created_at_idx";
CREATE INDEX "sites_workspace_id_created_at_id_idx" ON "sites" ("workspace_id", "created_at", "id");

-- A search reads little: other processes would cost more than they save. The index is still made by several.
ALTER FUNCTION "search_pieces" PARALLEL UNSAFE;

-- A message waits in the index's list until the sweep puts it into the tree, many at once, so that no sender waits for that.
-- If the sweep does not come, the sender does it at this many kB: a search reads all of the list.
ALTER INDEX "messages_search_idx" SET (fastupdate = on, gin_pending_list_limit = 1024);
ALTER INDEX "visitors_search_idx" SET (fastupdate = on, gin_pending_list_limit = 1024);
