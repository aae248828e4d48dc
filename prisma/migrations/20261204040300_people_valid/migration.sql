-- Reads all visitors, while they can be written to.
ALTER TABLE "visitors" VALIDATE CONSTRAINT "visitors_merged_into_check", VALIDATE CONSTRAINT "visitors_about_check";
