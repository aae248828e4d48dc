/**
 * Returns the first of the language tags in which `Intl` can write dates and numbers, or "en". Browsers report
 * tags that `Intl` throws on, such as "C" (WebKitGTK) and "en-US@posix" (Chromium).
 */
export function supportedLanguage(tags: readonly (string | undefined)[]): string {
  for (const tag of tags) {
    try {
      const [supported] = Intl.DateTimeFormat.supportedLocalesOf(tag);
      if (supported) return supported;
    } catch {
      // It's no language tag.
    }
  }
  return "en";
}
