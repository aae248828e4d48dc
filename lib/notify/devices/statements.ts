import { Prisma } from "#prisma-client";

/** A lock: the device of another account at an endpoint, until the commit. */
export const lockDeviceOfOthers = (userId: string, hash: Buffer) => Prisma.sql`
  SELECT id, address FROM channels
  WHERE kind = 'push' AND address_hash = ${hash} AND user_id <> ${userId}::uuid FOR UPDATE`;
