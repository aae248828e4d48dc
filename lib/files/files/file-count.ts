/** The most files in a message. In a file of its own, for browsers. */
export const FILES_MAX_COUNT = 10;
