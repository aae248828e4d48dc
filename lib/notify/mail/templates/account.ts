import { catalog } from "#platform/catalog.ts";
import type { MailBlock, MailContent } from "#platform/mail/message.ts";
import type { StatusNews } from "../../status/findings.system.ts";
import { CHECK_TITLES, isCheckName } from "../../status/schema.ts";
import type { WantedWorkspace } from "../queries/invitation.system.ts";

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });
const small = (text: string): MailBlock => ({ kind: "small", text });

const copy = catalog("account-mail", {
  confirm: {
    subject: "Confirm your email address for Site Inbox",
    ask: "Confirm this email address for your Site Inbox account.",
    join: (inviter: string | null, workspace: string) =>
      inviter === null
        ? `Confirm this email address to join ${workspace}.`
        : `${inviter} invited you to ${workspace}. Confirm this email address to join.`,
    button: "Confirm email",
    buttonJoins: "Confirm and join",
    next: "The link works for 7 days. Once you’ve confirmed it, we email you here about unread messages.",
    notYou: "If you didn’t create this account, ignore this email. We send nothing else to an unconfirmed address.",
  },
  reset: {
    subject: "Choose a new password for Site Inbox",
    ask: "We received a request to reset the password of the Site Inbox account with this email address.",
    button: "Choose a new password",
    next: "The link works once, within one hour. A new password logs you out on all other devices, revokes your API keys, removes your passkeys, and unlinks the login provider.",
    notYou: "If you didn’t request this, ignore this email. Your password stays the same.",
  },
  changed: {
    subject: "Your Site Inbox email address was changed",
    what: (host: string) =>
      `Your account at ${host} now uses a different email address. The account’s password was entered to change it.`,
    you: "If this was you, there’s nothing to do. This is the last email to this address.",
    notYou:
      "If this wasn’t you, ask your administrator to restore your account. They can see when the address was changed.",
  },
  roundTrip: {
    subject: "Site Inbox: email in both directions",
    what: (host: string) =>
      `The service at ${host} sent this email to itself, to find out whether email leaves it and comes back. It’s read automatically.`,
    misled: "If it’s in a mailbox that a person reads, email to the service’s address isn’t passed on to the service.",
  },
  guessed: {
    subject: "Someone has the password of your Site Inbox account",
    what: (host: string) =>
      `Someone entered your password at ${host}, but no valid code. If it wasn’t you, change your password.`,
    you: "If it was you and your codes don’t work, set your phone’s clock to automatic, or use a recovery code.",
    button: "Change password",
  },
  passkey_added: {
    subject: "A passkey was added to your Site Inbox account",
    what: (host: string) =>
      `A passkey was added to your account at ${host}. It can log in without the password. If this was you, there’s nothing to do.`,
  },
  passkey_removed: {
    subject: "A passkey was removed from your Site Inbox account",
    what: (host: string) =>
      `A passkey was removed from your account at ${host} and no longer works. If this was you, there’s nothing to do.`,
  },
  passkey: {
    notYou:
      "If this wasn’t you, someone has your password. Reset it: this removes all passkeys and logs out every device.",
    button: "Reset password",
  },
  required: {
    subject: (workspace: string) => `${workspace} will require two-factor login`,
    what: (workspace: string, time: string) =>
      `Starting ${time}, you need two-factor login to use ${workspace}. Your account doesn’t have it yet.`,
    next: "To set it up, you need an authenticator app on your phone. If you haven’t set it up by then, your API keys for this workspace stop working too.",
    button: "Set up two-factor login",
  },
  offered: {
    subject: (giver: string, workspace: string) => `${giver} wants to make you an owner of ${workspace}`,
    what: (giver: string, workspace: string) => `${giver} wants to make you an owner of ${workspace}.`,
    next: "To accept, open the offer and enter your password. The offer expires 7 days after it was made. If you don’t want it, decline it or ignore this email.",
    button: "See offer",
  },
  test: {
    subject: "Test email from Site Inbox",
    what: "This is a test from your site’s settings page. We email you at this address when a message stays unread.",
    button: "Open inbox",
  },
  webhookStopped: {
    subject: (site: string) => `A webhook of ${site} was stopped`,
    what: (host: string, reason: string) => `Nothing more is sent to ${host}. ${reason}`,
    next: "Undelivered events are in its log. Once the receiver works again, start the webhook there and resend them.",
    button: "Open webhook log",
  },
  invitation: {
    subject: (workspace: string) => `Join ${workspace} on Site Inbox`,
    ask: (inviter: string, workspace: string, role: "agent" | "admin") =>
      `${inviter} invited you to ${workspace} as an ${role}.`,
    someone: "A teammate",
    button: "Join",
    next: (email: string) => `Only ${email} can use this link. It can be used once, and expires in 48 hours.`,
    notYou: "If you don’t know what this is about, ignore this email. Nothing happens without you.",
  },
  lapsing: {
    subject: "Notifications on one of your devices are about to stop",
    what: (names: string) =>
      `No notification was delivered to ${names} for almost three months, so notifications there stop in 7 days.`,
    next: "To keep them, open Site Inbox on that device. If you no longer use it, ignore this email.",
    button: "Show my devices",
  },
  status: {
    fails: (checks: string, host: string) => `Failing on ${host}: ${checks}`,
    isFine: (checks: string, host: string) => `Working again on ${host}: ${checks}`,
    finding: (check: string, says: string) => `${check}: ${says}`,
    fineAgain: (checks: string) => `Working again: ${checks}.`,
    button: "Open status",
    why: "You get this because you’re an operator of this service. It sends one email when a check fails, and one when it passes again.",
  },
});

const namesOf = (checks: readonly { name: string }[]) =>
  checks.map(({ name }) => (isCheckName(name) ? CHECK_TITLES[name] : name)).join(", ");

/** Tells an operator which checks of the service fail, and which are fine again. */
export function serviceStatusMail({ failing, fine }: StatusNews, url: string): MailContent {
  const { host } = new URL(url);
  return {
    subject: failing.length > 0 ? copy.status.fails(namesOf(failing), host) : copy.status.isFine(namesOf(fine), host),
    blocks: [
      ...failing.map((check) =>
        paragraph([copy.status.finding(namesOf([check]), check.says), check.todo].filter(Boolean).join(" ")),
      ),
      ...(fine.length > 0 ? [paragraph(copy.status.fineAgain(namesOf(fine)))] : []),
      { kind: "button", label: copy.status.button, url },
      small(copy.status.why),
    ],
  };
}

/** Goes to an address of the service's own. */
export const roundTripMail = (baseUrl: string): MailContent => ({
  subject: copy.roundTrip.subject,
  blocks: [paragraph(copy.roundTrip.what(new URL(baseUrl).host)), small(copy.roundTrip.misled)],
});

/** Asks the owner of an address to confirm it, which may join the workspace they want to join. */
export const confirmAddressMail = (url: string, wanted: WantedWorkspace | null): MailContent => ({
  subject: copy.confirm.subject,
  blocks: [
    paragraph(wanted ? copy.confirm.join(wanted.inviter, wanted.workspaceName) : copy.confirm.ask),
    { kind: "button", label: wanted ? copy.confirm.buttonJoins : copy.confirm.button, url },
    small(copy.confirm.next),
    small(copy.confirm.notYou),
  ],
});

/** Links to the page that sets a new password. */
export const resetPasswordMail = (url: string): MailContent => ({
  subject: copy.reset.subject,
  blocks: [
    paragraph(copy.reset.ask),
    { kind: "button", label: copy.reset.button, url },
    small(copy.reset.next),
    small(copy.reset.notYou),
  ],
});

/** Notifies the previous address of an account. */
export const addressChangedMail = (baseUrl: string): MailContent => ({
  subject: copy.changed.subject,
  blocks: [
    paragraph(copy.changed.what(new URL(baseUrl).host)),
    paragraph(copy.changed.you),
    paragraph(copy.changed.notYou),
  ],
});

/** Warns that someone knows the password, and is guessing the second factor. */
export const secondFactorFailingMail = (url: string): MailContent => ({
  subject: copy.guessed.subject,
  blocks: [
    paragraph(copy.guessed.what(new URL(url).host)),
    paragraph(copy.guessed.you),
    { kind: "button", label: copy.guessed.button, url },
  ],
});

/** Notifies someone of a passkey that was added to their account, or removed. */
export const passkeyMail = (kind: "passkey_added" | "passkey_removed", url: string): MailContent => ({
  subject: copy[kind].subject,
  blocks: [
    paragraph(copy[kind].what(new URL(url).host)),
    paragraph(copy.passkey.notYou),
    { kind: "button", label: copy.passkey.button, url },
  ],
});

const LONG_TIME = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

/** The time is in the recipient's zone, if it's known. */
type Required = { workspaceName: string; from: Date; timeZone: string | null; url: string };

/** Notifies a member that their workspace will require two-factor login. */
export const secondFactorDueMail = ({ workspaceName, from, timeZone, url }: Required): MailContent => ({
  subject: copy.required.subject(workspaceName),
  blocks: [
    paragraph(
      copy.required.what(
        workspaceName,
        new Intl.DateTimeFormat("en-US", { ...LONG_TIME, timeZone: timeZone ?? "UTC" }).format(from),
      ),
    ),
    paragraph(copy.required.next),
    { kind: "button", label: copy.required.button, url },
  ],
});

type Offered = { giver: string; workspaceName: string; url: string };

/** Notifies a member that an owner offers them ownership. */
export const ownershipOfferedMail = ({ giver, workspaceName, url }: Offered): MailContent => ({
  subject: copy.offered.subject(giver, workspaceName),
  blocks: [
    paragraph(copy.offered.what(giver, workspaceName)),
    { kind: "button", label: copy.offered.button, url },
    small(copy.offered.next),
  ],
});

/** Shows that emails arrive. */
export const testMail = (url: string): MailContent => ({
  subject: copy.test.subject,
  blocks: [paragraph(copy.test.what), { kind: "button", label: copy.test.button, url }],
});

/** Notifies an owner that a webhook was stopped, and why. */
export const webhookStoppedMail = (endpoint: {
  siteName: string;
  host: string;
  reason: string;
  url: string;
}): MailContent => ({
  subject: copy.webhookStopped.subject(endpoint.siteName),
  blocks: [
    paragraph(copy.webhookStopped.what(endpoint.host, endpoint.reason)),
    paragraph(copy.webhookStopped.next),
    { kind: "button", label: copy.webhookStopped.button, url: endpoint.url },
  ],
});

export type InvitationMail = {
  url: string;
  workspaceName: string;
  inviter: string | null;
  role: "agent" | "admin";
  email: string;
};

/** Invites someone to a workspace. */
export const invitationMail = ({ url, workspaceName, inviter, role, email }: InvitationMail): MailContent => ({
  subject: copy.invitation.subject(workspaceName),
  blocks: [
    paragraph(copy.invitation.ask(inviter ?? copy.invitation.someone, workspaceName, role)),
    { kind: "button", label: copy.invitation.button, url },
    small(copy.invitation.next(email)),
    small(copy.invitation.notYou),
  ],
});

/** Warns the owner of devices that will soon get no notifications. */
export const devicesLapsingMail = (names: readonly string[], url: string): MailContent => ({
  subject: copy.lapsing.subject,
  blocks: [
    paragraph(copy.lapsing.what(names.join(", "))),
    paragraph(copy.lapsing.next),
    { kind: "button", label: copy.lapsing.button, url },
  ],
});
