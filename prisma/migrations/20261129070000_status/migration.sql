-- What the service finds out about itself. No backup contains these tables, except the first account.
CREATE TABLE "status_checks" (
  "name" TEXT NOT NULL,
  "host" TEXT NOT NULL,
  "state" TEXT,
  "says" TEXT,
  "todo" TEXT,
  "since" TIMESTAMPTZ(3),
  "checked_at" TIMESTAMPTZ(3),
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "failing_since" TIMESTAMPTZ(3),
  "fine_since" TIMESTAMPTZ(3),
  "is_told_failing" BOOLEAN NOT NULL DEFAULT false,
  "told_at" TIMESTAMPTZ(3),
  CONSTRAINT "status_checks_pkey" PRIMARY KEY ("name", "host"),
  CONSTRAINT "status_checks_state_value" CHECK ("state" IN ('good', 'off', 'warning', 'failing')),
  CONSTRAINT "status_checks_state_says" CHECK (("state" IS NULL) = ("says" IS NULL))
);

CREATE TABLE "status_samples" (
  "day" DATE NOT NULL,
  "host" TEXT NOT NULL,
  "what" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  CONSTRAINT "status_samples_pkey" PRIMARY KEY ("what", "host", "day")
);

CREATE TABLE "status_counts" (
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "what" TEXT NOT NULL,
  "count" BIGINT NOT NULL,
  CONSTRAINT "status_counts_pkey" PRIMARY KEY ("hour", "what")
);

-- Whose account was the first. It's kept once that account is gone, so that no stranger's becomes the first.
CREATE TABLE "first_account" (
  "id" SMALLINT NOT NULL DEFAULT 1,
  "user_id" UUID NOT NULL,
  CONSTRAINT "first_account_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "first_account_one_row" CHECK ("id" = 1)
);

INSERT INTO "first_account" ("user_id")
SELECT "id" FROM "users" ORDER BY "created_at", "id" LIMIT 1;
