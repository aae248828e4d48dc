/** The loader’s own labels. It carries all languages at once, so these are few and short. */
export const loaderWords = {
  open: "Open chat",
  failed: "Couldn’t open. Try again.",
};

/** Labels around the frame on the page. */
export const dialogWords = {
  title: "Chat",
  preview: "New message",
  close: "Close chat",
  retry: "Try again",
};

/** The rating’s texts. The build makes a part of it for each language. */
export const ratingWords = {
  ask: "How was this chat?",
  // From the worst to the best.
  scores: ["Terrible", "Bad", "Okay", "Good", "Great"],
  more: "Anything to add?",
  thanks: "Thanks for your feedback.",
};

/** The texts of the form with the site’s questions. The build makes a part of it for each language. */
export const askWords = {
  ask: "A few details before we go on",
  missing: "Fill in this field.",
  phone: "Enter a phone number, such as +1 202 555 0147.",
  later: "Not sent yet. Your details are saved and will be sent automatically.",
};

/**
 * The panel's texts. `{name}` is replaced by a value; a text that depends on a number has a form for each of the
 * language's plural categories, chosen by `count`.
 */
export const panelWords = {
  title: "Chat",
  gone: "This chat is no longer available. Contact us another way.",
  close: "Close chat",
  messages: "Messages",
  compose: "Message",
  attach: "Attach files",
  placeholder: "Write a message",
  emoji: "Emoji",
  send: "Send",
  you: "You",
  earlier: "Show earlier messages",
  earlierLoading: "Loading earlier messages",
  earlierFailed: "Earlier messages couldn’t be loaded.",
  loading: "Loading your conversation",
  now: "Just now",
  sending: "Sending",
  sent: "Sent",
  automatic: "Sent automatically",
  seen: "Seen",
  waiting: "Waiting to be sent",
  typing: "{name} is typing",
  closed: "This conversation is closed. Send a message to reopen it.",
  connecting: "Reconnecting…",
  offline: "You’re offline. Your messages are saved and sent when you’re back.",
  download: "Download conversation",
  downloadFailed: "Download failed. Try again.",
  mute: "Mute sound",
  unmute: "Turn on sound",
  retry: "Try again",
  edit: "Edit",
  left: { one: "{count} character left", other: "{count} characters left" },
  tooLong: {
    one: "Your message is {count} character too long. Shorten it.",
    other: "Your message is {count} characters too long. Shorten it.",
  },
  // The button's whole name while messages wait.
  openUnread: { one: "Open chat, {count} new message", other: "Open chat, {count} new messages" },
  contact: "Add your name and email",
  contactByEmail: "So we can also reply by email.",
  contactWhy: "We’ll send them with your next message.",
  contactHide: "Hide name and email",
  name: "Name",
  email: "Email",
  optional: "optional",
  emailAsk: "Leave your email and we’ll reply there too.",
  emailSaved: "Saved. We’ll also reply to {email}.",
  save: "Save",
  notNow: "Not now",
  notSaved: "Not saved. Try again.",
  dismiss: "Dismiss",
  nameInvalid: "Use one line of up to 80 characters.",
  emailInvalid: "Enter a complete email address, such as ana@example.com.",

  // What went wrong with a message, and what to do.
  sendOffline: "Not sent yet. You’re offline. Your message is saved and will be sent when you’re back.",
  sendNetwork: "Not sent yet. The connection failed. Your message is saved and will be resent automatically.",
  sendUnavailable: "Not sent yet. The chat isn’t available. Your message is saved and will be resent automatically.",
  sendBusy: {
    one: "Too many messages at once. Yours is saved and will be sent in {count} second.",
    other: "Too many messages at once. Yours is saved and will be sent in {count} seconds.",
  },
  sendRefused: "Not sent. This chat doesn’t accept the message.",
  sendGone: "Not sent. This chat is no longer available. Contact us another way.",
  sendNotHere: "Not sent. This chat isn’t set up for this website.",
  sendContact: "Not sent. Check your name and email, then try again.",
  sendInvalid: "Not sent. The message contains something that can’t be sent. Edit it, then try again.",
  sendFailed: "Not sent. Something went wrong on our side. Your message is saved. Try again.",

  // What went wrong while the chat was being opened, and what to do.
  openBusy: "Too many requests. Wait a moment, then try again.",
  openNotHere: "This chat isn’t set up for this website.",
  openFailed: "Something went wrong on our side, so earlier messages aren’t shown.",
};

export type LoaderWords = typeof loaderWords;
export type DialogWords = typeof dialogWords;
export type RatingWords = typeof ratingWords;
export type AskWords = typeof askWords;

/** The forms of a text by plural category; each language has its own set of them, `other` always. */
type Plural = { [category in Intl.LDMLPluralRule]?: string } & { other: string };

export type PanelWords = {
  [name in keyof typeof panelWords]: (typeof panelWords)[name] extends string ? string : Plural;
};
