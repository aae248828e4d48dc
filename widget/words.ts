/** Every word the visitor can read, in one place, so that other languages can come. */
export const WORDS_LANGUAGE = "en";

export const loaderWords = {
  open: "Open chat",
  close: "Close chat",
  title: "Chat",
  loading: "Opening the chat",
  offline: "The chat could not be opened. You are offline; try again when you are back.",
  unreachable: "The chat could not be opened. It may not be set up for this page, or the connection failed: try again.",
  retry: "Try again",
  dismiss: "Close",
};

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
  waiting: "Waiting to be sent",
  retry: "Try again",
  edit: "Edit",
  left: (count: number) => (count === 1 ? "1 character left" : `${count} characters left`),
  tooLong: (count: number) =>
    count === 1
      ? "1 character too many. Shorten the message to send it."
      : `${count} characters too many. Shorten the message to send it.`,
  contact: "Add your name and e-mail",
  contactWhy: "So that we can answer by e-mail too. They go with your next message.",
  contactHide: "Hide name and e-mail",
  name: "Name",
  email: "E-mail",
  optional: "optional",
  nameInvalid: "Use one line of at most 80 characters.",
  emailInvalid: "This is not a complete e-mail address, such as ana@example.com.",
};

/** What went wrong with a message, and what to do. */
export const sendProblems = {
  offline: "Not sent. You are offline; it will go as soon as you are back.",
  network: "Not sent. The connection failed; your message is kept. Try again.",
  unavailable: "Not sent. The chat is not available right now; your message is kept. Try again in a moment.",
  busy: (seconds: number) =>
    `Not sent yet. There were too many messages; it goes again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
  interrupted: "The page was closed before this was confirmed. Send it again if you need to.",
  refused: "Not sent. This chat does not accept the message.",
  gone: "Not sent. This chat is no longer available; write to the website in another way.",
  notHere: "Not sent. This chat is not set up for this website.",
  contact: "Not sent. Check your name and e-mail, then try again.",
  invalid: "Not sent. The message holds something that cannot be sent. Edit it and try again.",
  failed: "Not sent. Something went wrong on our side; your message is kept. Try again.",
};

/** What went wrong while the chat was being opened, and what to do. */
export const openProblems = {
  offline: "You are offline. Write your message; it will go as soon as you are back.",
  network: "The connection failed, so earlier messages are not shown.",
  unavailable: "The chat is not available right now. You can try again in a moment.",
  busy: "There were too many requests. Wait a moment, then try again.",
  gone: "This chat is no longer available.",
  notHere: "This chat is not set up for this website.",
  failed: "Something went wrong on our side, so earlier messages are not shown.",
};
