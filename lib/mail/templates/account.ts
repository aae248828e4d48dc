import type { MailBlock, MailWords } from "#platform/mail/message.ts";

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });
const small = (text: string): MailBlock => ({ kind: "small", text });

/** Asks whether an address is that of whoever gave it. */
export const confirmAddressWords = (url: string): MailWords => ({
  subject: "Confirm your address for Site Inbox",
  blocks: [
    paragraph("Somebody, we hope you, has given this address for an account of Site Inbox."),
    { kind: "button", label: "Confirm the address", url },
    small(
      "The link is good for 7 days. Once the address is confirmed, you are told here of messages that went unseen.",
    ),
    small("If it was not you, do nothing: no more than this comes to an address that is not confirmed."),
  ],
});

/** Leads somebody who has forgotten their password to a new one. */
export const resetPasswordWords = (url: string): MailWords => ({
  subject: "A new password for Site Inbox",
  blocks: [
    paragraph("Somebody, we hope you, has asked for a new password for the account with this address."),
    { kind: "button", label: "Choose a new password", url },
    small("The link works once, within an hour. A new password logs you out everywhere else."),
    small("If it was not you, do nothing: the password stays as it is."),
  ],
});

/** Tells the address that an account had until now. */
export const addressChangedWords = (baseUrl: string): MailWords => ({
  subject: "The address of your Site Inbox account was changed",
  blocks: [
    paragraph(
      `The account at ${new URL(baseUrl).host} that had this address has another one now. It was changed with the account’s password.`,
    ),
    paragraph("If it was you, nothing is left to do, and this is the last mail to this address."),
    paragraph(
      "If it was not you, ask whoever runs the service to give the account back to you. They can tell who made it.",
    ),
  ],
});

/** Shows that mails arrive. */
export const testMailWords = (baseUrl: string): MailWords => ({
  subject: "Mail from Site Inbox arrives",
  blocks: [
    paragraph(
      "This is a test, sent from the settings page of your site. When a message goes unseen, you are told at this address.",
    ),
    { kind: "button", label: "Open the inbox", url: `${baseUrl}/inbox` },
  ],
});

/** Tells that an endpoint of a site gets no more events, and why. */
export const webhookStoppedWords = (endpoint: {
  siteName: string;
  host: string;
  reason: string;
  url: string;
}): MailWords => ({
  subject: `A webhook of ${endpoint.siteName} was stopped`,
  blocks: [
    paragraph(`Nothing is sent to ${endpoint.host} any more. ${endpoint.reason}`),
    paragraph(
      "What was not delivered is kept in its log. Once it works again, start it there, and send again what it missed.",
    ),
    { kind: "button", label: "Open its log", url: endpoint.url },
  ],
});
