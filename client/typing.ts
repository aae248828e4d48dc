/** How often the other side is notified while someone types. */
export const TYPING_EVERY_MS = 3000;

/** How long the indicator stays after a notification. One that gets lost doesn't make it flicker. */
export const TYPING_SHOWN_MS = 6000;
