import { catalog } from "#platform/catalog.ts";

/** The account's notification settings, in the order of the page. */
export const notificationsCopy = catalog("notifications", {
  thisDevice: {
    title: "This device",
    hint: "Shows the visitor’s name and the start of the message when the dashboard isn’t open in front of you.",
  },
  email: { title: "Email", hint: "If a message stays unread for a few minutes." },
  quietHours: {
    title: "Quiet hours",
    hint: "You aren’t notified on any device or by email.",
    on: "Don’t notify me at certain hours",
    onHint: "Afterwards you get one summary of what’s still unread.",
    from: "From",
    until: "To",
    timeZone: "Time zone",
  },
  escalation: {
    title: "If nobody reads it",
    on: "Escalate unread conversations",
    onHint:
      "After these minutes, people’s backup channels are used. After twice as long, everyone is notified again, through everything. It stops at the first read or reply.",
    minutes: "Minutes",
  },
});
