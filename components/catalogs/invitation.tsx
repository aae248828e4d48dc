import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The page that an invitation's link opens. */
export const invitationCopy = catalog("invitation", {
  title: "Invitation",
  hint: "To a shared inbox in Site Inbox.",
  joinTitle: (workspace: string) => `Join ${workspace}`,
  received: (by: ReactNode | undefined, workspace: ReactNode, role: "agent" | "admin") => {
    const as = role === "admin" ? "an admin" : "an agent";
    return by ? (
      <>
        {by} invited you to {workspace} as {as}.
      </>
    ) : (
      <>
        You’re invited to {workspace} as {as}.
      </>
    );
  },
  invited: (by: ReactNode | undefined, email: ReactNode, role: "agent" | "admin") => {
    const as = role === "admin" ? "an admin" : "an agent";
    return by ? (
      <>
        {by} invited {email} as {as}.
      </>
    ) : (
      <>
        {email} is invited as {as}.
      </>
    );
  },
  onSites: (names: ReactNode) => <>For {names}.</>,
  opening: "Opening the invitation…",
  createAndJoin: "Create account and join",
  haveAccount: "You already have an account.",
  logInToJoin: "Log in to join",
  join: (workspace: string) => `Join ${workspace}`,
  otherAccount: (email: ReactNode, mine: ReactNode) => (
    <>
      This invitation is for {email}. You’re logged in as {mine}.
    </>
  ),
  logOutAndContinue: "Log out and continue",
  confirmFirst: "Check your email: confirm your address to join.",
  nameHint: "So your teammates see who wrote what.",
  suspended: "Your access to this workspace is suspended. Ask an owner or admin.",
  gone: "This invitation was used, revoked or replaced by a newer link, or it has expired. Ask the person who invited you for a new one.",
  incomplete: "This link is incomplete. Copy the whole link.",
});
