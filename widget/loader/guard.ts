/** Warns the page's developer on the console, the only place they can see it. */
export function warn(words: string): void {
  try {
    // biome-ignore lint/suspicious/noConsole: see above
    console.warn(`Site Inbox: ${words}.`);
  } catch {
    // A page that breaks its own console gets no warning.
  }
}

/** Wraps a function so that nothing it throws reaches the host page. */
export function guard<T extends unknown[]>(run: (...values: T) => void): (...values: T) => void {
  return (...values) => {
    try {
      run(...values);
    } catch {
      warn("could not run on this page");
    }
  };
}
