const CHECK_EVERY_MS = 250;

/** Ends this process, in order, when the npm that runs it is gone: a killed npm passes nothing on. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_EVERY_MS);
  timer.unref();
}
