/** What the loader says by itself. It carries all languages at once, so these are few and short. */
export const loaderWords = {
  open: "Open chat",
  failed: "The chat could not be opened. Please try again.",
};

/** What stands around the frame on the page. */
export const dialogWords = {
  title: "Chat",
  close: "Close chat",
  retry: "Try again",
};

/**
 * Every word of the panel. `{name}` stands for a value; a text that depends on a number has a form for each of the
 * language's plural categories, chosen by `count`.
 */
export const panelWords = {
  title: "Chat",
  gone: "This chat is no longer available. Please reach the website in another way.",
  close: "Close chat",
  messages: "Messages",
  compose: "Message",
  placeholder: "Write a message",
  send: "Send",
  you: "You",
  earlier: "Show earlier messages",
  earlierLoading: "Loading earlier messages",
  earlierFailed: "The earlier messages could not be loaded.",
  loading: "Loading your conversation",
  now: "Just now",
  sending: "Sending",
  sent: "Sent",
  seen: "Seen",
  waiting: "Waiting to be sent",
  typing: "{name} is writing",
  closed: "This conversation was closed. Write to open it again.",
  connecting: "Connecting again…",
  offline: "You are offline. What you write is kept and goes as soon as you are back.",
  mute: "Mute the sound",
  unmute: "Turn on the sound",
  retry: "Try again",
  edit: "Edit",
  left: { one: "{count} character left", other: "{count} characters left" },
  tooLong: {
    one: "{count} character too many. Shorten the message to send it.",
    other: "{count} characters too many. Shorten the message to send it.",
  },
  // The button's whole name while messages wait.
  openUnread: { one: "Open chat, {count} new message", other: "Open chat, {count} new messages" },
  contact: "Add your name and e-mail",
  contactWhy: "So that we can answer by e-mail too. They go with your next message.",
  contactHide: "Hide name and e-mail",
  name: "Name",
  email: "E-mail",
  optional: "optional",
  nameInvalid: "Use one line of at most 80 characters.",
  emailInvalid: "This is not a complete e-mail address, such as ana@example.com.",

  // What went wrong with a message, and what to do.
  sendOffline: "Not sent. You are offline; it will go as soon as you are back.",
  sendNetwork: "Not sent yet. The connection failed; your message is kept and goes again by itself.",
  sendUnavailable: "Not sent yet. The chat is not available right now; your message is kept and goes again by itself.",
  sendBusy: {
    one: "Too many messages for now. Yours is kept and goes in {count} second.",
    other: "Too many messages for now. Yours is kept and goes in {count} seconds.",
  },
  sendRefused: "Not sent. This chat does not accept the message.",
  sendGone: "Not sent. This chat is no longer available. Please reach the website in another way.",
  sendNotHere: "Not sent. This chat is not set up for this website.",
  sendContact: "Not sent. Check your name and e-mail, then try again.",
  sendInvalid: "Not sent. The message holds something that cannot be sent. Edit it and try again.",
  sendFailed: "Not sent. Something went wrong on our side; your message is kept. Try again.",

  // What went wrong while the chat was being opened, and what to do.
  openBusy: "There were too many requests. Wait a moment, then try again.",
  openNotHere: "This chat is not set up for this website.",
  openFailed: "Something went wrong on our side, so earlier messages are not shown.",
};

export type LoaderWords = typeof loaderWords;
export type DialogWords = typeof dialogWords;

/** The forms of a text by plural category; each language has its own set of them, `other` always. */
type Plural = { [category in Intl.LDMLPluralRule]?: string } & { other: string };

export type PanelWords = {
  [name in keyof typeof panelWords]: (typeof panelWords)[name] extends string ? string : Plural;
};
