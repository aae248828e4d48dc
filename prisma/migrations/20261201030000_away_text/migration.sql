-- Automatic messages, and the text that visitors get while no one is there. The version before shows such a message as a
-- former teammate's and counts it like one of the visitor's, so no site gets a text before its owner sets one.
ALTER TABLE "conversations"
    ADD COLUMN "automatic_seq" INTEGER,       -- the newest automatic message
    ADD COLUMN "away_at" TIMESTAMPTZ(3);      -- when the last away text was sent
ALTER TABLE "visitors" ADD COLUMN "language" TEXT; -- of the chat in which they last started a conversation
ALTER TABLE "sites"
    ADD COLUMN "away_text" TEXT CONSTRAINT "sites_away_text_length" CHECK (char_length("away_text") BETWEEN 1 AND 500),
    ADD COLUMN "away_text_at" TIMESTAMPTZ(3); -- when it was set or changed; it's for messages after that
