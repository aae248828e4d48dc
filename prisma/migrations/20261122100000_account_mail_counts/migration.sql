-- When account emails went to one address: it outlives the accounts, so deleting one doesn't start the count anew.
CREATE TABLE "account_mail_counts" (
    "recipient_hash" TEXT NOT NULL,
    "allowance" TEXT NOT NULL,
    "queued_at" TIMESTAMPTZ(3)[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_mail_counts_pkey" PRIMARY KEY ("recipient_hash", "allowance")
);

CREATE INDEX "account_mail_counts_expires_at_idx" ON "account_mail_counts" ("expires_at");
