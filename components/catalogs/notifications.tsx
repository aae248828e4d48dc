import { catalog } from "#platform/catalog.ts";

/** The account's notification settings, in the order of the page. */
export const notificationsCopy = catalog("notifications", {
  thisDevice: {
    title: "This device",
    hint: "Shows the visitor’s name and the start of the message when the dashboard isn’t open in front of you.",
  },
  email: { title: "Email", hint: "If a message stays unread for a few minutes." },
});
