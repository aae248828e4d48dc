// Loaded into a service before its own code (NODE_OPTIONS=--import=…): faults that happen unseen, on a signal.
process.on("SIGUSR2", () => void Promise.reject(new Error("nobody awaits this promise")));
process.on("SIGWINCH", () => {
  setTimeout(() => {
    throw new Error("nobody catches this error");
  });
});
