import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** The people of a workspace: their settings page, invitations, and changing workspaces. */
export const teamCopy = catalog("team", {
  title: "Team",
  hint: "People who read and reply to messages in this workspace.",
  onlyYou: "It’s just you so far. Invite a teammate to share this inbox.",
  invite: "Invite teammate",
  linkOnly: {
    off: "Email isn’t set up, so you’ll get a link to send yourself.",
    unconfirmed: "Your email isn’t confirmed, so you’ll get a link to send yourself.",
  },
  calledByEmail: (email: ReactNode) => <>Teammates see you as {email}.</>,
  addName: "Add your name",

  you: "You",
  allSites: "All sites",
  sites: (count: number) => plural(count, { one: "1 site", other: "# sites" }),
  noSecondFactor: "No two-factor login",
  actions: (name: string) => `Actions for ${name}`,

  role: "Role",
  roleHints: {
    agent: "Can read, reply, add notes and assign",
    admin: "Can also change settings, export, block and invite",
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
  emailedTo: (email: ReactNode) => <>We emailed an invitation to {email}.</>,
  notEmailed: {
    off: (email: ReactNode) => <>Email isn’t set up. Send this link to {email} yourself.</>,
    unconfirmed: (email: ReactNode) => (
      <>Your email isn’t confirmed, so we couldn’t send it. Send this link to {email} yourself.</>
    ),
    // It's from before email was set up or confirmed.
    on: (email: ReactNode) => <>This invitation wasn’t emailed. Send this link to {email} yourself.</>,
  },
  worksUntil: (email: ReactNode, until: ReactNode) => (
    <>
      Only {email} can use this link, once, until {until}.
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
  revoked: (email: string) => `The invitation to ${email} was revoked.`,

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
    keysPause: (count: number) => plural(count, { one: "1 API key is paused.", other: "# API keys are paused." }),
    invitations: (count: number) =>
      plural(count, { one: "1 pending invitation is revoked.", other: "# pending invitations are revoked." }),
    savedReplies: (count: number) =>
      plural(count, { one: "1 personal saved reply is deleted.", other: "# personal saved replies are deleted." }),
    scheduledReplies: (count: number) =>
      plural(count, { one: "1 scheduled reply isn’t sent.", other: "# scheduled replies aren’t sent." }),
    loggedOut: "They’re logged out everywhere, because they’re in no other workspace.",
    youLogOut: "Your other devices are logged out, because you’re in no other workspace.",
    nameStays: "Their name stays on their messages.",
  },
  lastOwner: (workspace: string) => `${workspace} needs an owner. Hand it over or delete it first.`,
  notPermitted: "Your role doesn’t allow this.",

  noWorkspaceTitle: "You have no workspace yet",
  noWorkspaceHint: "Ask a teammate for an invitation, or create a workspace of your own.",
  invitedHint: "Join one you’re invited to, or create your own.",
  confirmToSeeInvitations: (email: ReactNode) => <>Confirm {email} to see invitations to it.</>,
  workspaceName: "Workspace name",
  suspendedHint: (name: ReactNode) => <>Your access to {name} is suspended. Ask an owner or admin.</>,
  tooManyWorkspaces: "You own 10 workspaces, which is the maximum.",
});
