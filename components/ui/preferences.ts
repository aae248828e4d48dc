import { openStorage } from "#client/storage.ts";

/** The choices made in this browser, for any account. */
export const preferences = openStorage("site-inbox:");
