/** The most bytes of a picture that's uploaded. In a file of its own, for browsers. */
export const PICTURE_MAX_SIZE = 5 * 1024 ** 2;
