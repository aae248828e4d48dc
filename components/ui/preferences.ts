import { openStorage } from "#client/storage.ts";

/** Choices stored in this browser, for any account. */
export const preferences = openStorage("site-inbox:");
