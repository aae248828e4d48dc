import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import type { Settings } from "#platform/env.ts";
import { s3Client } from "#platform/storage/s3-client.ts";
import { StartError } from "../process/start-error.ts";
import { type BackupTarget, bucketTarget, folderTarget } from "./backup-target.ts";

const BUCKET = /^s3:\/\/(?<bucket>[^/]+)\/?(?<folder>.*)$/;

/** Opens the target that BACKUP_TO names. Null if it names none. Throws StartError if it can't be used. */
export async function openTarget(settings: Settings): Promise<BackupTarget | null> {
  const { BACKUP_TO: place } = settings;
  if (place === undefined || place === "none") return null;
  const { bucket, folder = "" } = BUCKET.exec(place)?.groups ?? {};
  if (bucket === undefined) return await openFolder(place);
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings;
  if (!endpoint || !keyId || !secret) {
    throw new StartError(
      "BACKUP_TO names a bucket, so BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET must be set",
    );
  }
  const client = s3Client({ endpoint, bucket, region: settings.BACKUP_S3_REGION, keyId, secret });
  return bucketTarget({ client, bucket, prefix: folder === "" ? "" : `${folder.replace(/\/+$/, "")}/` });
}

async function openFolder(folder: string): Promise<BackupTarget> {
  const found = await stat(folder).catch(() => null);
  // It's never created: one that's missing may be a disk that isn't mounted.
  if (!found?.isDirectory()) throw new StartError(`the folder ${folder} in BACKUP_TO doesn't exist. Create it first`);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StartError(`the folder ${folder} in BACKUP_TO can't be written to by this user`);
  });
  return folderTarget(folder);
}
