import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** The page that an invitation's link opens. */
export const invitationCopy = catalog("invitation", {
  title: "Invitation",
  hint: "To a shared inbox in Site Inbox.",
  joinTitle: (workspace: string) => `Join ${workspace}`,
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
  confirmFirst: "Confirm your email address first. We’ve sent you a link. Then open the invitation again.",
  suspended: "Your access to this workspace is suspended. Ask an owner or admin.",
  gone: "This invitation was used, revoked or replaced by a newer link, or it has expired. Ask the person who invited you for a new one.",
  incomplete: "This link is incomplete. Copy the whole link.",
});
