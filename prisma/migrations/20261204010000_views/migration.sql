-- A named filter of the inbox: shared, or a person's own. Of a site's view, members without the site learn nothing.
CREATE TABLE "views" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID,
    "site_id" UUID,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "views_name_length" CHECK (char_length("name") BETWEEN 1 AND 40),
    CONSTRAINT "views_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    CONSTRAINT "views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE,
    CONSTRAINT "views_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites" ("id") ON DELETE CASCADE
);
CREATE INDEX "views_workspace_id_idx" ON "views" ("workspace_id");
CREATE INDEX "views_user_id_idx" ON "views" ("user_id");
CREATE INDEX "views_site_id_idx" ON "views" ("site_id");
