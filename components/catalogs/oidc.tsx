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
      `${provider} hasn’t verified your email address. Verify it there, or log in with your password and link your account in its security settings.`,
    not_allowed: (provider: string) =>
      `You don’t have an account here yet, and ${provider} can’t create one for your email address. Ask your administrator for an invitation.`,
    other_link: (provider: string) =>
      `This person at ${provider} is linked with another account, or your account is linked already. Nothing was changed.`,
    other_email: (provider: string) =>
      `Your account wasn’t linked, because your email address at ${provider} isn’t the account’s, or isn’t verified there. Log in at ${provider} with the account’s email address.`,
    other_address: (provider: string) =>
      `This invitation is for a different email address from the one at ${provider}. Nothing was changed.`,
    gone: () => "This invitation was used or has expired.",
    full: () => "This workspace has as many people as it may. Nothing was changed.",
  },
  known: (provider: string) =>
    `There’s an account with your email address. Log in with its password once, then you can link it with ${provider}.`,

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
  unlinkHint: "You’ll log in with your password. Other sessions that were opened without it are revoked.",
  unlinked: "Your account is no longer linked.",
  passwordFirst: "Set a password before you unlink your account. It’s the only way to log in.",

  noPassword: "Your account has no password yet.",
  noPasswordHint: "Changes to the account need one.",
  emailLink: "Email me a link to set one",
  linkSent: "We’ve sent you a link that works for one hour. It logs you out everywhere.",
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
      `From this date, people have to log in with ${provider} to use this workspace, and to link their account first. Until then, those who haven’t see a reminder. API keys go on working.`,
    ownFirst: (provider: string) => `Log in with ${provider} yourself first.`,
    required: (provider: string) => `Logging in with ${provider} will be required.`,
    stopQuestion: (provider: string) => `Stop requiring login with ${provider}?`,
    stopHint: "People can then log in with their password again.",
    stopped: (provider: string) => `Logging in with ${provider} is no longer required.`,
    hint: (provider: string) => `Everyone logs in with ${provider}, and no one with their password alone.`,
  },
  noProvider: "This service no longer has a login provider. Ask its operator.",
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
  linkExplained: (email: string) => `You just logged in there as ${email}. Next time, that will be enough.`,
  notNow: "Not now",
  tooLate: (provider: string) => `This took too long. Continue with ${provider} on the login page again.`,
});
