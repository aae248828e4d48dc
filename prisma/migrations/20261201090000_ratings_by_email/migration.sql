-- Whether visitors are also asked for a rating by email.
ALTER TABLE "sites" ADD COLUMN "mails_rating" BOOLEAN NOT NULL DEFAULT false;
-- Where a visitor rated: in the widget, or on the page that an email links to.
ALTER TABLE "ratings" ADD COLUMN "via" TEXT NOT NULL DEFAULT 'widget' CHECK ("via" IN ('widget', 'email'));
-- Of an email that asks for a rating: the `seq` of the close's event.
ALTER TABLE "mails" ADD COLUMN "close_seq" INTEGER;
-- The address whose owner has used a link that was emailed there. It's confirmed while it equals `email`.
ALTER TABLE "visitors" ADD COLUMN "confirmed_email" TEXT;
