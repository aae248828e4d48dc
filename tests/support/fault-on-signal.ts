// Loaded into a service before its own code (NODE_OPTIONS=--import=…): what goes wrong unseen there, when it is told to.
process.on("SIGUSR2", () => void Promise.reject(new Error("nobody awaits this promise")));
process.on("SIGWINCH", () => {
  setTimeout(() => {
    throw new Error("nobody catches this error");
  });
});
