import { z } from "zod";
import { dateTime } from "./timestamp.ts";

/** What a browser has to find: a nonce for which the hash of `<salt>.<nonce>` begins with `difficulty` zero bits. */
export const Challenge = z
  .strictObject({
    algorithm: z.literal("sha-256"),
    salt: z.string(),
    difficulty: z.int(),
    expiresAt: dateTime,
    signature: z.string(),
  })
  .meta({ id: "Challenge" });
export type Challenge = z.infer<typeof Challenge>;

/** A challenge as it was sent, with its solution. */
export const Proof = z
  .object({
    salt: z.string().max(100),
    difficulty: z.int(),
    expiresAt: z.string().max(100),
    signature: z.string().max(100),
    nonce: z.string().max(32),
  })
  .meta({ id: "Proof" });
export type Proof = z.infer<typeof Proof>;
