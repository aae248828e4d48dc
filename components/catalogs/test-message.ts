import { catalog } from "#platform/catalog.ts";

/** A test message, which an empty inbox and its first steps offer too. */
export const testMessageCopy = catalog("test-message", {
  title: "Test message",
  hint: "It arrives just like a real visitor’s message.",
  label: "Message",
  message: "Hello, is this working?",
  send: "Send test message",
  sent: "Sent.",
  refused: "Not sent. It contains a blocked word, or the test visitor is blocked.",
});
