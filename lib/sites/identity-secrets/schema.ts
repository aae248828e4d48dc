import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";

const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 720;

const hours = `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`;

/** How long the previous secret stays valid. */
export const CreateIdentitySecretBody = z.object({
  overlapHours: z.int(hours).min(0, hours).max(OVERLAP_HOURS_MAX, hours).default(OVERLAP_HOURS),
});
export type CreateIdentitySecretBody = z.infer<typeof CreateIdentitySecretBody>;

/** The only response that contains a secret. */
export const NewIdentitySecretResponse = z.strictObject({
  secret: z.string(),
  createdAt: dateTime,
  previousEndsAt: dateTime.exactOptional(),
});
export type NewIdentitySecretResponse = z.infer<typeof NewIdentitySecretResponse>;

/** The state of a site's secret, without `createdAt` if there's none. */
export const IdentitySecretResponse = z.strictObject({
  createdAt: dateTime.exactOptional(),
  previousEndsAt: dateTime.exactOptional(),
  lastUsedAt: dateTime.exactOptional(),
  unreadable: z
    .literal(true)
    .exactOptional()
    .describe("It was encrypted with another `AUTH_SECRET`. Create a new one."),
  revokedAt: dateTime
    .exactOptional()
    .describe(
      "The site has had no secret since then, because the password was reset by a link before the account’s email was confirmed.",
    ),
});
export type IdentitySecretResponse = z.infer<typeof IdentitySecretResponse>;
