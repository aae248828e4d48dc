/**
 * Shows progress: a growing line on a terminal, one line elsewhere.
 * @param {string} what
 */
export function showProgress(what) {
  process.stdout.write(`${what}...`);
  const started = Date.now();
  const timer = process.stdout.isTTY ? setInterval(() => process.stdout.write("."), 1000) : undefined;
  /** @param {boolean} succeeded */
  return (succeeded) => {
    clearInterval(timer);
    process.stdout.write(succeeded ? ` done in ${Math.ceil((Date.now() - started) / 1000)} s\n` : " failed\n");
  };
}
