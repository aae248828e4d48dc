/** The most code points in a message (spec.md section 8). */
export const MESSAGE_MAX = 4000;
