const NAME = /^site-inbox-(?<host>.+)-(?<date>\d{4}-\d{2}-\d{2})T(?<time>\d{2}-\d{2}-\d{2})Z\.backup$/;

// What a file's name can't have on every system.
const wordOf = (host: string) => host.replace(/[^a-z0-9.-]+/gi, "-");

/** The name of a backup that's begun at a moment, by a service with this host in its BASE_URL. */
export const backupName = (host: string, moment: Date): string =>
  `site-inbox-${wordOf(host)}-${moment.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;

/** Returns when a backup was begun, by its name: of any service, or of that with this host. Null for any other file. */
export function momentOf(name: string, host?: string): Date | null {
  const { date = "", time = "", host: own } = NAME.exec(name)?.groups ?? {};
  const moment = new Date(`${date}T${time.replaceAll("-", ":")}Z`);
  return Number.isNaN(moment.getTime()) || (host !== undefined && own !== wordOf(host)) ? null : moment;
}
