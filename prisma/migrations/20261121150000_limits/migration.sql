-- How much of each limit the processes have used together. Without a log: it costs little, and nothing of it has to outlast
-- a crash. The rows change every second, so there is room beside each for its next version, and no index on what changes.
CREATE UNLOGGED TABLE "limit_counts" (
    "key" TEXT NOT NULL,
    "period" BIGINT NOT NULL,
    "current" INTEGER NOT NULL,
    "previous" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "limit_counts_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);
