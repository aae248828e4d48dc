CREATE INDEX CONCURRENTLY "messages_search_new_idx" ON "messages"
    USING gin (search_vector("workspace_id", "search_text")) WITH (fastupdate = on, gin_pending_list_limit = 8192);
