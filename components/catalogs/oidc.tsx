import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Logging in through the provider of the service. */
export const oidcCopy = catalog("oidc", {
  continueWith: (provider: string) => `Continue with ${provider}`,
  or: "or",
  unreachable: (host: string) => `${host} can’t be reached at the moment. You can still log in with your password.`,
  refusals: {
    canceled: (provider: string) => `You canceled the login at ${provider}. Nothing was changed.`,
    unreachable: (provider: string) =>
      `${provider} can’t be reached at the moment. You can still log in with your password.`,
    failed: (provider: string) =>
      `The login through ${provider} didn’t work. Try again. If it happens again, ask your administrator.`,
    expired: () => "This login took too long, or was started in another browser. Try again.",
    unverified: (provider: string) =>
      `${provider} hasn’t verified your email address. Verify it there, or log in with your password and link your account in your security settings.`,
    not_allowed: (provider: string) =>
      `There’s no account for your email address, and logging in with ${provider} can’t create one. Ask your administrator for an invitation.`,
    disabled: () => "Your account is disabled. Ask your administrator.",
    other_link: (provider: string) =>
      `This login at ${provider} is already linked with another account, or your account is already linked. Nothing was changed.`,
    other_email: (provider: string) =>
      `Your account wasn’t linked. Your email address at ${provider} is different from this account’s, or isn’t verified there. Log in at ${provider} with this account’s email address.`,
    other_address: (provider: string) =>
      `This invitation isn’t for your email address at ${provider}. Nothing was changed.`,
    gone: () =>
      "This invitation was used, revoked or replaced by a newer link, or it has expired. Ask the person who invited you for a new one.",
    full: () => "This workspace has reached its maximum number of people. Nothing was changed.",
  },
  known: (provider: string) =>
    `There’s already an account with your email address. Log in with its password once, then link it with ${provider}.`,

  title: (provider: string) => `Log in with ${provider}`,
  hint: "Log in without your password.",
  linkedSince: (date: ReactNode) => <>Linked since {date}</>,
  linkedAs: (email: ReactNode) => <>as {email}</>,
  lastUsed: (date: ReactNode) => <>Last used {date}</>,
  notLinked: "Not linked",
  link: "Link account",
  linkHint: (provider: string) => `You’ll log in at ${provider} next.`,
  linked: (provider: string) => `Your account is linked with ${provider}.`,
  unlink: "Unlink account",
  unlinkQuestion: (provider: string) => `Unlink your account from ${provider}?`,
  unlinkHint: "You’ll log in with your password. Other sessions opened through the provider are revoked.",
  unlinked: "Your account is no longer linked.",
  passwordFirst: "Set a password before you unlink your account. Until then, this is your only way to log in.",

  noPassword: "Your account has no password yet.",
  noPasswordHint: "Set one to make changes to your account.",
  emailLink: "Email me a link to set one",
  linkSent: "We’ve sent you a link that works for one hour. Setting a password logs you out everywhere.",
  askOperator: "Email isn’t set up, so your administrator has to set your password.",

  policy: {
    everyoneHasIt: "Everyone has linked their account.",
    everyoneVisibleHasIt: "Everyone you can see has linked their account.",
    haveIt: (count: number, all: number) =>
      plural(count, { one: `1 of ${all} has linked their account.`, other: `# of ${all} have linked their accounts.` }),
    visibleHaveIt: (count: number, all: number) =>
      plural(count, {
        one: `Of the people you can see, 1 of ${all} has linked their account.`,
        other: `Of the people you can see, # of ${all} have linked their accounts.`,
      }),
    without: "Not linked yet",
    require: (provider: string) => `Require ${provider}`,
    requireQuestion: (provider: string) => `Require logging in with ${provider}?`,
    requireHint: (provider: string) =>
      `From this date, people have to link their account and log in with ${provider} to use this workspace. Until then, those who haven’t linked it see a reminder. API keys keep working.`,
    ownFirst: (provider: string) => `Log in with ${provider} yourself first.`,
    required: (provider: string) => `Logging in with ${provider} will be required.`,
    stopQuestion: (provider: string) => `Stop requiring login with ${provider}?`,
    stopHint: "People can then log in with their password again.",
    stopped: (provider: string) => `Logging in with ${provider} is no longer required.`,
    hint: (provider: string) => `Everyone has to log in with ${provider}. A password alone isn’t enough.`,
  },
  noProvider: "This service no longer has a login provider. Ask your administrator.",
  requires: (workspace: ReactNode, from: ReactNode, provider: string) => (
    <>
      {workspace} requires logging in with {provider} from {from}.
    </>
  ),
  requiredTitle: (workspace: string, provider: string) => `${workspace} requires logging in with ${provider}`,
  requiredTitleWithout: (workspace: string) => `${workspace} requires logging in through the login provider`,
  requiredHint: (provider: string) => `You’re logged in, but not with ${provider}.`,
  linkFirst: "Link your account first.",
  bannerLabel: "Login provider",

  linkTitle: (provider: string) => `Link your account with ${provider}?`,
  linkExplained: (email: string) =>
    `You just logged in there as ${email}. Once it’s linked, you won’t need your password.`,
  notNow: "Not now",
  tooLate: (provider: string) => `This took too long. Go back to the login page and continue with ${provider} again.`,
});
