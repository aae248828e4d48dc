const READ = ["GET", "HEAD"];

// What the dashboard uses, and the pages that next-auth redirects to. Its other actions only let strangers fill the log.
const METHODS = new Map([
  ["csrf", READ],
  ["session", READ],
  ["signin", READ],
  ["signout", [...READ, "POST"]],
  ["callback/credentials", ["POST"]],
]);

/** Returns the methods of one of next-auth's actions, or undefined if the dashboard doesn't use it. */
export const methodsOfLoginAction = (action: string): string[] | undefined => METHODS.get(action);
