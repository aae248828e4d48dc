import { momentOf } from "./backup-name.ts";
import type { BackupTarget, TargetFile } from "./backup-target.ts";

/** The name of what's written beside a backup once it's checked. */
export const resultName = (name: string) => `${name}.json`;

/** Returns a target's checked backups, of every service that keeps some there, the newest first. */
export async function goodBackups(target: BackupTarget): Promise<TargetFile[]> {
  const files = await target.list();
  const names = new Set(files.map(({ name }) => name));
  return files
    .flatMap((file) => {
      const moment = names.has(resultName(file.name)) ? momentOf(file.name) : null;
      return moment ? [{ file, moment }] : [];
    })
    .toSorted((one, other) => other.moment.getTime() - one.moment.getTime())
    .map(({ file }) => file);
}
