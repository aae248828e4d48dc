/**
 * Installs a language that nobody speaks, which shows texts that aren't in a catalog: every text of one is accented, in
 * brackets and a third longer, and values put into it stand between invisible marks. It runs in a page as well as in a
 * service, so everything it needs is inside.
 */
export function installPseudoLanguage(): void {
  const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const accented = "åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ";
  type Element = { $$typeof: symbol; type: unknown; props: { children?: unknown } };

  const accent = (text: string) => {
    // What is between the marks is a value.
    const parts = text.split(/(\u2062[^\u2063]*\u2063)/);
    const letters = (part: string) => [...part].map((letter) => accented[plain.indexOf(letter)] ?? letter).join("");
    const said = parts.map((part) => (part.startsWith("\u2062") ? part : letters(part))).join("");
    return `⟦${said}${"·".repeat(Math.ceil(text.length * 0.3))}⟧`;
  };

  const isElement = (value: unknown): value is Element =>
    typeof value === "object" && value !== null && "$$typeof" in value && "props" in value;

  const translated = (value: unknown, given: ReadonlySet<unknown>): unknown => {
    if (typeof value === "string") return /\p{L}/u.test(value) ? accent(value) : value;
    if (Array.isArray(value)) return value.map((one) => translated(one, given));
    if (!isElement(value) || given.has(value) || value.type === "code") return value;
    const { children } = value.props;
    return { ...value, props: { ...value.props, children: translated(children, given) } };
  };

  const translatedFunction =
    (text: (...values: unknown[]) => unknown) =>
    (...values: unknown[]) => {
      const marked = values.map((value) => (typeof value === "string" ? `\u2062${value}\u2063` : value));
      return translated(text(...marked), new Set(values));
    };

  const translatedCatalog = (entry: unknown): unknown => {
    if (typeof entry === "function") return translatedFunction(entry as (...values: unknown[]) => unknown);
    if (Array.isArray(entry)) return entry.map(translatedCatalog);
    if (typeof entry !== "object" || entry === null) return translated(entry, new Set());
    return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, translatedCatalog(value)]));
  };

  globalThis.siteInboxLanguage = (_area, english) => translatedCatalog(english) as typeof english;
}
