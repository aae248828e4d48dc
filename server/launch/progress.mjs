/**
 * Shows what's being done and for how long: seconds that count up on a terminal, one line elsewhere.
 * @param {string} what
 * @param {string} usually how long it takes on most machines
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} stdout
 */
export function showProgress(what, usually, stdout = process.stdout) {
  const label = `${what} (usually ${usually})...`;
  const started = Date.now();
  const seconds = () => Math.ceil((Date.now() - started) / 1000);
  stdout.write(label);
  const timer = stdout.isTTY ? setInterval(() => stdout.write(`\r${label} ${seconds()} s`), 1000) : undefined;
  /** @param {boolean} succeeded */
  return (succeeded) => {
    clearInterval(timer);
    const outcome = succeeded ? `done in ${seconds()} s` : "failed";
    stdout.write(timer ? `\r${label} ${outcome}\n` : ` ${outcome}\n`);
  };
}
