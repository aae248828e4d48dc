import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** A workspace's settings: its name, security, API keys, owners and deletion. */
export const workspaceCopy = catalog("workspace", {
  title: "General",
  hint: "The workspace’s name, its owners, and who gets a conversation.",
  hintAlone: "The workspace’s name, which teammates see when you invite them.",
  name: "Workspace name",
  nameHint: "Shown in invitations and emails.",
  claims: "Claim a conversation with the first reply",
  claimsHint:
    "An unassigned conversation is assigned to the first person who replies. If this is off, it stays unassigned until someone assigns it.",
  on: "On",
  off: "Off",
  adminsOnly: "An admin with access to all sites can change this.",
  owners: "Owners",
  ownersHint: "Owners can do everything, including handing over and deleting the workspace.",
  handOver: "Transfer ownership in Team",

  another: "Another workspace",
  anotherHint: "Each workspace has its own sites, conversations and people.",
  newTitle: "Create workspace",
  newHint: "It has its own sites, conversations and people. You become its owner.",
  notAccepted: "This service doesn’t accept new workspaces. Ask its operator.",

  deleteTitle: "Delete workspace",
  deleteHint: "Deletes its sites, conversations, visitors and messages for everyone. People keep their accounts.",
  deleteQuestion: (name: ReactNode) => <>Delete {name}?</>,
  deleted: {
    sites: (count: number) =>
      plural(count, {
        one: "1 site is erased with all its conversations, visitors, messages and notes. Its widget disappears from your pages:",
        other:
          "# sites are erased with all their conversations, visitors, messages and notes. Their widgets disappear from your pages:",
      }),
    rest: "Labels, saved replies, webhooks, API keys, invitations and the activity log are erased too.",
    people: (count: number) =>
      plural(count, {
        one: "1 other person loses access immediately. They keep their account.",
        other: "# other people lose access immediately. They keep their accounts.",
      }),
    goTo: (name: ReactNode) => <>You’ll be taken to {name}.</>,
    stay: "You keep your account, and can create another workspace.",
    final: "This can’t be undone. Export what you want to keep first.",
  },
  confirmName: "The workspace’s name, to confirm",
  otherName: (name: string) => `This isn’t the workspace’s name. Enter ${name}.`,

  security: "Workspace security",
  securityHint: "How people log in to this workspace, which API keys exist, and how long activity is kept.",
  policy: "Two-factor login",
  policyHint: "Everyone logs in with their password and a code from an app on their phone.",
  notRequired: "Not required.",
  requiredFrom: (date: ReactNode) => <>Required from {date}.</>,
  requiredSince: (date: ReactNode) => <>Required since {date}.</>,
  haveIt: (count: number, all: number) =>
    plural(count, { one: `1 of ${all} has set it up.`, other: `# of ${all} have set it up.` }),
  visibleHaveIt: (count: number, all: number) =>
    plural(count, {
      one: `Of the people you can see, 1 of ${all} has set it up.`,
      other: `Of the people you can see, # of ${all} have set it up.`,
    }),
  everyoneHasIt: "Everyone has set it up.",
  everyoneVisibleHasIt: "Everyone you can see has set it up.",
  without: "Without two-factor login",
  ownFirst: "Set up two-factor login for your own account first.",
  ownersOnly: "Only an owner can change this.",
  require: "Require two-factor login",
  requireQuestion: "Require two-factor login?",
  requireHint:
    "From this date, people need two-factor login to use this workspace, and API keys of people without it stop working. Until then, those people see a reminder. They’re also emailed now if the service can send email.",
  changeDate: "Change date",
  from: "From",
  fromHint: "At least 24 hours from now.",
  chooseDate: "Choose a date at least 24 hours from now.",
  required: "Two-factor login will be required.",
  stop: "Stop requiring it",
  stopQuestion: "Stop requiring two-factor login?",
  stopHint: "People who have it keep it until they turn it off themselves.",
  stopped: "Two-factor login is no longer required.",

  keys: "Team API keys",
  keysHint:
    "Your own, and those of people you can manage. A key never exceeds the access of the person who created it, and stops working when they leave.",
  noKeys: "There are no API keys you can revoke.",
  revokeKeyHint: (person: ReactNode) => (
    <>Whatever {person} uses this key for stops working immediately. This can’t be undone.</>
  ),
  formerTeammate: "Former teammate",

  activity: "Activity log",
  activityHint: "Older entries are deleted. Message text is never recorded.",
  keepFor: "Keep activity for",
  days: (count: number) => plural(count, { one: "1 day", other: "# days" }),
  keptFor: (days: string) => `Kept for ${days}.`,
  change: "Change",
  changeKeeping: "Change how long activity is kept",
  keepQuestion: "Change how long activity is kept?",
  keepHint: "Entries older than this are deleted, including those already in the log.",
  kept: (days: string) => `Activity is kept for ${days} from now on.`,

  offer: "Offer ownership",
  offerQuestion: (name: ReactNode) => <>Make {name} an owner?</>,
  offerHint: "They need to confirm with their password within 7 days.",
  keeps: "I stay an owner too",
  keepsHint: "Otherwise you become an admin once they accept.",
  offered: (name: string) => `Ownership was offered to ${name}.`,
  alreadyOffered: "Ownership has already been offered to someone. Withdraw that offer first.",
  offeredBy: (giver: ReactNode, taker: ReactNode) => (
    <>
      {giver} offered ownership to {taker}.
    </>
  ),
  offeredByYou: (taker: ReactNode) => <>You offered ownership to {taker}.</>,
  giverStays: (giver: ReactNode) => <>{giver} stays an owner too.</>,
  giverBecomesAdmin: (giver: ReactNode) => <>{giver} becomes an admin.</>,
  youStay: "You stay an owner too.",
  youBecomeAdmin: "You become an admin once they accept.",
  offerExpires: (time: string) => `The offer expires in ${time}.`,
  withdraw: "Withdraw offer",
  withdrawn: "The offer was withdrawn.",
  accept: "Accept ownership",
  acceptQuestion: (workspace: ReactNode) => <>Become an owner of {workspace}?</>,
  acceptHint: "Owners can do everything, including deleting the workspace.",
  accepted: "You’re an owner now.",
  decline: "Decline",
  declined: "You declined the offer.",
  offerGone: "This offer was withdrawn or has expired.",

  inviteName: (name: ReactNode) => <>Invitations will show this workspace as “{name}”.</>,
  changeName: "Change name",
});
