/** The cookie of a reader who put the banner away. The server reads it, so that the next page doesn't shift. */
export const CONFIRM_LATER = "confirm-later";
