import { openStorage } from "#client/storage.ts";

/** What somebody chose for this browser, whoever is logged in. */
export const preferences = openStorage("site-inbox:");
