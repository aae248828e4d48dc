import { Prisma } from "#prisma-client";

/**
 * An expression: the `seq` of the last message in a conversation, `c`, that a person wrote, of either side. Two automatic ones
 * never follow each other.
 */
export const SAID_SEQ = Prisma.sql`(c.last_seq - (c.automatic_seq IS NOT DISTINCT FROM c.last_seq)::int)`;
