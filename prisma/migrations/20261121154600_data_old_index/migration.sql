-- visitors_site_id_id_idx finds all that this did, for the version before as well.
DROP INDEX "visitors_site_id_idx";
