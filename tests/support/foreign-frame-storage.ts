/**
 * Refuses storage to a frame of another site than the page's, with the errors that Chromium throws in a private window. The
 * headless shell has no such setting. Runs in each frame before its scripts.
 */
export function refuseForeignFrameStorage(): void {
  const top = [...location.ancestorOrigins].at(-1);
  const hostnameOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : undefined);
  if (top === undefined || hostnameOf(top) === hostnameOf(self.origin)) return;
  const refusal = () => new DOMException("Access is denied for this document.", "SecurityError");
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get: () => {
        throw refusal();
      },
    });
  }
  // Not there on a page without TLS.
  if ("locks" in navigator) LockManager.prototype.request = () => Promise.reject(refusal());
}
