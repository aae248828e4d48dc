-- What came of each backup. No backup contains it, so a restored database doesn't say that it was backed up.
CREATE TABLE "backups" (
  "id" UUID NOT NULL,
  "target" TEXT NOT NULL,
  "host" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at" TIMESTAMPTZ(3),
  "bytes" BIGINT,
  "rows" BIGINT,
  "files" INTEGER,
  "missing_files" INTEGER,
  "checked" TEXT,
  "failure" TEXT,
  CONSTRAINT "backups_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "backups_checked_value" CHECK ("checked" IN ('restore', 'read'))
);

CREATE INDEX "backups_started_at_idx" ON "backups" ("started_at");
