import { Prisma } from "#prisma-client";

/** When a device lapses that was registered, or showed a message, now. */
export const RENEWED_LAPSE = Prisma.sql`now() + interval '90 days'`;
