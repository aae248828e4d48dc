import { z } from "zod";

const NAME = /^([0-9a-f]{64})\.webp$/;

export const PictureParams = z.object({
  picture: z
    .string()
    .regex(NAME, "must be a picture's hash and .webp")
    .describe("The picture's SHA-256 in hexadecimal, and `.webp`."),
});

/** Returns the hash in the name of a picture. */
export const hashInName = (name: string): string => NAME.exec(name)?.[1] ?? "";

/** A person's photo, next to their name. */
export const photoUrl = z
  .url()
  .exactOptional()
  .describe("Their photo, a WebP that anyone can open. Absent if they have none.");
