-- Since when the operator keeps the account from being used. The version before doesn't read it, and lets the person log in.
ALTER TABLE "users" ADD COLUMN "disabled_at" TIMESTAMPTZ(3);
