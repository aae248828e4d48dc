import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** Logging in, signing up, and the pages that links in emails lead to. */
export const authCopy = catalog("auth", {
  logInTitle: "Log in",
  logInHint: "Welcome back.",
  forgotPassword: "Forgot your password?",
  newHere: (createAccount: (label: string) => ReactNode) => <>New here? {createAccount("Create account")}</>,
  enterCode: "Enter the code from your authenticator app.",
  code: "Code",
  useRecoveryCode: "Use a recovery code",
  enterRecoveryCode: "Enter one of your recovery codes. Each works once.",
  recoveryCode: "Recovery code",
  useApp: "Use the authenticator app",
  logInAgain: "Start again",
  accountDeleted: "Your account and all its data were deleted.",
  sessionEnded: "You’ve been logged out. Your session expired or was revoked, or you no longer have access.",
  passwordChanged: "Your password was changed. Log in with the new one.",

  signUpTitle: "Create account",
  signUpHint: "One inbox for all your sites.",
  signUpClosedTitle: "Sign-up is closed",
  signUpClosedHint: "Ask your administrator for an account.",
  createAccount: "Create account",
  haveAccount: (logIn: (label: string) => ReactNode) => <>Already have an account? {logIn("Log in")}</>,

  introduction: "About Site Inbox",
  allInOneInbox: "All your visitors’ messages in one inbox",
  claims: [
    "No message gets lost, even on a bad connection.",
    "One line of code, no cookies before someone writes.",
    "Your server, your data: export or erase it any time.",
  ],
  pictureLabel: "The inbox: visitors on the left, a conversation on the right",
  picture: {
    visitor: "Ines Costa",
    rows: [
      { name: "Ines Costa", text: "Yes please, until Friday would be great", time: "2m" },
      { name: "Tom Berg", text: "My parcel says delivered, but", time: "9m" },
      { name: "Mei Tanaka", text: "You: It’s on its way", time: "1h" },
      { name: "Paul Adeyemi", text: "You: Happy to help", time: "3h" },
    ],
    messages: [
      "Hi! Does the blue one come in oak?",
      "It does. Shall I set one aside for you?",
      "Yes please, until Friday would be great",
    ],
    reply: "Reply to Ines",
    send: "Send",
  },

  forgotTitle: "Forgot password",
  forgotHint: "We’ll email you a link to choose a new one.",
  forgotNoMailHint: "Email isn’t set up, so your administrator has to reset it.",
  remembered: (logIn: (label: string) => ReactNode) => <>Remembered it? {logIn("Log in")}</>,
  resetOnServer: "On the host that Site Inbox runs on, run:",
  resetOnServerHint: "EMAIL is the email of your account. The command prints the new password.",
  sendLink: "Email me a link",
  linkSent:
    "If an account with this email exists, we’ve sent a link that works for one hour. Check your spam folder too. If nothing arrives, try again in an hour: an address gets only a few of these emails.",

  resetTitle: "Choose a new password",
  resetHint: "This logs you out on all other devices.",
  resetPasswordHint:
    "At least 8 characters. All sessions, passkeys and API keys are revoked, so your scripts will need new keys.",
  setPassword: "Set password",
  resetLinkGone:
    "This link no longer works. It can be used once, within one hour, and stops working if the account changes.",
  getNewLink: "Get a new link",

  confirmTitle: "Confirm your email",
  confirmHint: "Confirm it so we can email you about unread messages.",
  confirmToJoin: "Confirm it to join the workspace you’re invited to.",
  confirmEmail: "Confirm email",
  emailConfirmed: "Your email is confirmed.",
  confirmLinkGone:
    "This link no longer works: it’s older than 7 days, or the account now has a different email. Log in and request a new link on your account page.",

  unsubscribeTitle: "Unsubscribe",
  unsubscribeHint: "Stop emails like the one you came from.",
  unsubscribe: "Unsubscribe",
  unsubscribed:
    "You’re unsubscribed from these emails. If you’re in the site’s team, you can turn them on again in your settings.",
  linkIncomplete: "This link is incomplete. Copy the whole link from the email.",

  notFoundTitle: "Page not found",
  notFoundHint: "The address may be mistyped, or the page was deleted.",
});
