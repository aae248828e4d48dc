const NAME_MAX = 64;

/**
 * Returns the name that `Intl` has for a time zone, or undefined if it has none. Browsers report zones such as
 * "Etc/Unknown" (Chromium without a system zone). Offsets such as "+05:30" aren't names: PostgreSQL reads their sign the
 * other way round.
 */
export function supportedZone(name: string | undefined): string | undefined {
  if (!name || name.length > NAME_MAX || !/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
