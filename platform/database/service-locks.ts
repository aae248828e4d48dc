/**
 * Every service on a database shares this advisory lock; moving the data away takes it exclusively. An arbitrary
 * number of ours, as in server/database/migrate.ts.
 */
export const SERVICE_LOCK = 72_707_370;

const BYTES = 6;

/** The lock that the services with one secret share, beside the one that all share. */
export const secretLock = (fingerprint: Buffer): number => fingerprint.readUIntBE(0, BYTES);
