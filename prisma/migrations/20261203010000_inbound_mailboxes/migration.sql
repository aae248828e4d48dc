-- The mailbox that's read by IMAP: one row, which is also the lease of the process that reads it.
CREATE TABLE "inbound_mailboxes" (
    "id" SMALLINT PRIMARY KEY DEFAULT 1 CHECK ("id" = 1),
    "place_hash" BYTEA NOT NULL CHECK (octet_length("place_hash") = 32),        -- of the server, the user and the folder
    "settings_hash" BYTEA NOT NULL CHECK (octet_length("settings_hash") = 32),  -- of these and the login
    "uid_validity" BIGINT,                   -- null until the mailbox was opened
    "next_uid" BIGINT,                       -- emails below were read, or left alone
    "reader" UUID,                           -- the process that reads
    "reads_until" TIMESTAMPTZ(3),            -- or, without a reader, the end of a pause
    "looked_at" TIMESTAMPTZ(3),              -- when the mailbox was last seen to work
    "problem" TEXT CHECK ("problem" IN ('login', 'oauth', 'folder', 'unreachable', 'failed')),
    "reason" TEXT CHECK (char_length("reason") <= 300),
    "problem_at" TIMESTAMPTZ(3),             -- when it began
    "used_percent" INTEGER,                  -- of the space of the mailbox
    "left_alone" INTEGER NOT NULL DEFAULT 0, -- emails that aren't for the service
    "refresh_token" BYTEA,                   -- sealed: what the provider sent in place of the one in the settings
    "setting_hash" BYTEA                     -- of the one in the settings then
);

-- How an email came in, and when it arrived in the mailbox.
ALTER TABLE "received_mails"
    ADD COLUMN "source" TEXT NOT NULL DEFAULT 'post' CHECK ("source" IN ('imap', 'post')),
    ADD COLUMN "arrived_at" TIMESTAMPTZ(3);
