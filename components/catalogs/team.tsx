import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** The people of a workspace: their settings page, invitations, and changing workspaces. */
export const teamCopy = catalog("team", {
  title: "Team",
  hint: "People who read and reply to messages in this workspace.",
  onlyYou: "It’s just you so far. Invite a teammate to share this inbox.",
  invite: "Invite teammate",

  you: "You",
  allSites: "All sites",
  sites: (count: number) => plural(count, { one: "1 site", other: "# sites" }),
  noSecondFactor: "No two-factor login",
  actions: (name: string) => `Actions for ${name}`,

  role: "Role",
  roleHints: {
    agent: "Reads, replies, notes and assigns",
    admin: "Also settings, exports, blocking and invitations",
  },
  access: "Sites",
  accessAll: "All sites, including new ones",
  accessChosen: "Chosen sites",
  chooseSites: "Choose at least one site.",

  changeAccess: "Change role and sites",
  accessTitle: (name: ReactNode) => <>{name}’s role and sites</>,
  saveAccess: "Save",
  changed: (name: string) => `Saved. It applies to ${name} from now on.`,

  createInvitation: "Create invitation",
  emailedTo: (email: ReactNode) => <>We emailed an invitation to {email}. It works once, for 48 hours.</>,
  sendYourself: (email: ReactNode) => (
    <>
      No email was sent, so send this link yourself. It works once, for 48 hours, and only for {email}. Don’t share it
      with anyone else.
    </>
  ),
  invitationLink: "Invitation link",
  done: "Done",

  invitations: "Invitations",
  invitedBy: (name: ReactNode, expiry: ReactNode) => (
    <>
      Invited by {name}, {expiry}
    </>
  ),
  expires: (time: string) => `expires ${time}`,
  expired: "Expired",
  formerTeammate: "a former teammate",
  sendAgain: "Send again",
  newLink: "New link",
  copyLink: "Show link",
  revoke: "Revoke",
  invitationOf: (action: string, email: string) => `${action}: invitation of ${email}`,
  earlierLinkGone: "The earlier link no longer works.",
  revoked: (email: string) => `The invitation of ${email} was revoked.`,

  counting: "Counting what this changes…",
  remove: "Remove",
  removeTitle: (name: ReactNode) => <>Remove {name}?</>,
  removeAction: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed.`,
  suspend: "Suspend",
  suspendTitle: (name: ReactNode) => <>Suspend {name}?</>,
  suspendHint: (name: string) => `${name} can’t use this workspace until you restore their access.`,
  suspendedNow: (name: string) => `${name} was suspended.`,
  restore: "Restore",
  restored: (name: string) => `${name} can use this workspace again.`,
  leave: "Leave workspace",
  leaveTitle: (workspace: ReactNode) => <>Leave {workspace}?</>,
  leaveHint: "You lose access to it now.",
  effects: {
    conversations: (count: number) =>
      plural(count, {
        one: "1 open conversation becomes unassigned.",
        other: "# open conversations become unassigned.",
      }),
    keys: (count: number) => plural(count, { one: "1 API key stops working.", other: "# API keys stop working." }),
    keysPause: (count: number) => plural(count, { one: "1 API key pauses.", other: "# API keys pause." }),
    invitations: (count: number) =>
      plural(count, { one: "1 pending invitation is revoked.", other: "# pending invitations are revoked." }),
    savedReplies: (count: number) =>
      plural(count, { one: "1 personal saved reply is deleted.", other: "# personal saved replies are deleted." }),
    loggedOut: "They’re logged out everywhere, because they’re in no other workspace.",
    youLogOut: "Your other devices are logged out, because you’re in no other workspace.",
    nameStays: "Their name stays on their messages.",
  },
  lastOwner: (workspace: string) => `${workspace} needs an owner. Hand it over or delete it first.`,
  notPermitted: "Your role doesn’t allow this.",

  noWorkspaceTitle: "You’re not in a workspace",
  noWorkspaceHint: "Ask a teammate for an invitation, or create a workspace of your own.",
  workspaceName: "Workspace name",
  suspendedHint: (name: ReactNode) => <>Your access to {name} is suspended. Ask an owner or admin.</>,
  tooManyWorkspaces: "You own 10 workspaces, which is the maximum.",
});
