import { catalog } from "#platform/catalog.ts";

/** What a site's visitors are asked after their first message. */
export const questionsCopy = catalog("questions", {
  hint: "What visitors are asked after their first message, before they go on. The message is always sent first, and what’s known isn’t asked again.",
  list: "Questions",
  none: "No questions yet. Visitors are asked nothing.",
  add: "Add question",
  full: (max: number) => `Up to ${max} questions.`,
  nameOf: (number: number) => `Question ${number}`,
  remove: (name: string) => `Remove ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  label: "Label",
  labelHint: "Up to 80 characters. Visitors see it next to the field.",
  kind: "Asks for",
  kinds: { text: "A text", name: "Name", email: "Email", phone: "Phone number" },
  examples: { text: "Order number", name: "Your name", email: "Your email", phone: "Your phone number" },
  required: "Required",
  requiredHint: "Visitors fill it in before their next message.",
  asked: "When",
  times: { always: "Always", closed: "Only while you’re closed" },
  noHours: "This site has no hours, so it’s never closed, and this isn’t asked.",
  saved: "Saved. Visitors who open the chat from now on are asked these.",
});
