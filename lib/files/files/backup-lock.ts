/** Backups share this advisory lock, and removing contents takes it exclusively. An arbitrary number of ours, as in server/database/migrate.ts. */
export const BACKUP_LOCK = 72_707_372;

/** How long contents stay for a backup that's running. One that takes longer reports what it no longer finds. */
export const KEPT_FOR_BACKUP_HOURS = 6;
