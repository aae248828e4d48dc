import { catalog } from "#platform/catalog.ts";

/** The page that an email about a reply leads to. */
export const sendReplyCopy = catalog("send-reply", {
  title: "Your reply by email",
  hint: "Look at what would be sent.",
  to: (visitor: string, site: string) => `To ${visitor} on ${site}`,
  opening: "Opening your reply…",
  whys: {
    sender: "It isn’t from the address of your account, so it isn’t sent yet.",
    recipient: "It names none of our addresses as a recipient, so it isn’t sent yet.",
    unproven: "Nothing proves that your email provider sent it, so it isn’t sent yet.",
    unsure: "We can’t tell for certain which part of it is yours, so it isn’t sent yet.",
    quick: "It came within seconds, as automatic replies do, so it isn’t sent yet.",
    automatic: "Its subject is one that automatic replies have, so it isn’t sent yet.",
    held: "A teammate has replied since the email that you replied to:",
  },
  from: (address: string) => `The email is from ${address}.`,
  text: "What the visitor gets",
  files: "Files",
  send: "Send reply",
  notYours: "If you didn’t write it, close this page. Nothing is sent.",
  sent: "Your reply is on its way. If it can’t be sent, you get an email.",
  gone: "This link no longer works. It works once, for 7 days, as long as you have access to the conversation.",
});
