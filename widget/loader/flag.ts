export const flagName = (key: string) => `site-inbox:${key}`;

/**
 * The one thing kept on the page's own origin: "1" for a visitor who has written, "0" while what the frame keeps of one is still to
 * be forgotten, and nothing for all others. Where there is no storage, nothing is kept.
 */
export function flag(key: string, value?: "0" | "1"): string | null | undefined {
  try {
    if (value) localStorage[flagName(key)] = value;
    return localStorage[flagName(key)] as string | undefined;
  } catch {
    return undefined;
  }
}
