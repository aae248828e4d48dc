import { catalog } from "#platform/catalog.ts";

/** Why a request failed: what happened, what was kept, what to do next. */
export const problemCopy = catalog("problems", {
  sessionEnded: "Your session has expired. Log in again to continue.",
  wrongPassword: "Incorrect password. Check it and try again.",
  wrongLogIn: "Incorrect email or password. Check both and try again.",
  notFound: "This no longer exists. It may have been deleted.",
  notPermitted: "Your role doesn’t allow this. Ask an admin.",
  needsSecondFactor: "This workspace requires two-factor login. Set it up in your security settings, then try again.",
  needsProvider: "This workspace requires the login provider. Log out, then continue with it on the login page.",
  signUpClosed: "Sign-up is closed. Ask your administrator for an account.",
  noMail: "Email isn’t set up. Ask your administrator to set it up.",
  tooManyBlocked: "This site has 1,000 blocked addresses, which is the maximum. Unblock one to add another.",
  linkGone: "This link was already used or has expired. Request a new one.",
  emailTaken: "An account with this email already exists. Log in, or use another email.",
  tooLarge: "This is too much text to send at once. Shorten it and try again.",
  unavailable: "Site Inbox isn’t available right now. Your input is kept. Try again in a moment.",
  failed: "Something went wrong on our side. Your input is kept. Try again in a moment.",
  tooManyRequests: (when: string) => `Too many requests. Your input is kept. Try again ${when}.`,
  tooManyLogIns: (when: string) => `Too many login attempts. Your input is kept. Try again ${when}.`,
  tooManyCodes: (when: string) => `Too many codes. Try again ${when}.`,
  logInOver: "This took too long. Log in again.",
  unreachable: "Site Inbox can’t be reached. Your input is kept. Try again in a moment.",
  offline: "You’re offline. Your input is kept. Try again when you’re back online.",
  fields: "Fix the highlighted fields, then try again.",
});
