import { env } from "#platform/env.ts";

/** Returns the public address of a logo or photo. */
export const pictureUrl = (hash: string): string => `${env().BASE_URL}/pictures/${hash}.webp`;
