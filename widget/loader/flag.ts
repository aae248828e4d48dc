export const flagName = (key: string) => `site-inbox:${key}`;

/**
 * The only thing stored on the page's own origin: "1" for a visitor with a conversation, "0" while the frame still
 * has to forget one, and nothing otherwise. Without storage, nothing is stored.
 */
export function flag(key: string, value?: "0" | "1"): string | null | undefined {
  try {
    if (value) localStorage[flagName(key)] = value;
    return localStorage[flagName(key)] as string | undefined;
  } catch {
    return undefined;
  }
}
