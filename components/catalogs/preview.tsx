import { catalog } from "#platform/catalog.ts";

/** What the settings show of the widget. */
export const previewCopy = catalog("preview", {
  title: "How it looks to visitors",
  figure: "Preview of the widget",
  siteName: "Your site",
  language: "Visitor’s language",
  clock: "When",
  clocks: { now: "Now", tonight: "Tonight", holiday: "Next holiday", time: "At a time" },
  time: "Date and time",
  showAs: "Show the preview as",
  devices: { desktop: "Desktop", phone: "Phone" },
  theme: "Theme",
  themes: { light: "Light", dark: "Dark" },
  showPart: "Show the chat",
  parts: { first: "At first", after: "After a message" },
  message: "Hello, is anyone there?",
  noButton: "No button. Visitors with a conversation still get the chat.",
  noGreeting: {
    time: "Not shown at this time.",
    language: "Not shown in this language.",
    blank: "Write the text to see it here.",
  },
});
