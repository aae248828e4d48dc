export const flagName = (key: string) => `site-inbox:${key}`;

/**
 * What's stored on the page's own origin: "1" for a visitor with a conversation, "0" while the frame still has to forget
 * one, and under the key with `/` and its name, that they have closed a greeting or replied to it. Otherwise nothing.
 * Without storage, nothing is stored.
 */
export function flag(key: string, value?: string): string | undefined {
  try {
    if (value) localStorage[flagName(key)] = value;
    return localStorage[flagName(key)] as string | undefined;
  } catch {
    return undefined;
  }
}
