import type { ReactNode } from "react";
import type { UrlKind } from "#lib/outbox/channels/kinds.ts";
import { catalog } from "#platform/catalog.ts";

/** The account's notification settings, in the order of the page. */
export const notificationsCopy = catalog("notifications", {
  thisDevice: {
    title: "This device",
    hint: "Get notified on this device, even when Site Inbox is closed.",
    isOn: "Notifications are on.",
    isOnWhileOpen: "Notifications are on while Site Inbox is open. To get them always, turn them off and on again.",
    notRegistered:
      "This browser couldn’t register with its push service, so it notifies you only while Site Inbox is open. Try again, or use another browser.",
    tooMany: "You have 20 devices, which is the maximum. Remove one to add this one.",
    insecure: (url: string) =>
      `Notifications on devices need an https address. This service runs at ${url}; ask your administrator to set BASE_URL.`,
    ipAddress: (url: string) =>
      `Notifications on devices need a host name. This service runs at an IP address, ${url}; ask your administrator to set BASE_URL.`,
    thisHost: "Phones can’t reach localhost. Notifications work in this browser only.",
    homeScreen: "On an iPhone, add Site Inbox to your Home Screen first: Share, then Add to Home Screen.",
  },
  devices: {
    title: "Your devices",
    none: "No devices yet.",
  },
  channel: {
    thisDevice: "This device",
    lastDelivered: (time: ReactNode) => <>last delivered {time}</>,
    lastShown: (time: ReactNode) => <>last shown {time}</>,
    notUsed: "nothing sent yet",
    test: "Send a test",
    testOf: (name: string) => `Send a test to ${name}`,
    testSent: "Sent. It should arrive within a few seconds.",
    settings: "Settings",
    settingsOf: (name: string) => `Settings for ${name}`,
    remove: "Remove",
    removeOf: (name: string) => `Remove ${name}`,
    shows: "Notifications show",
    showsText: "The message",
    showsNew: "That there’s a message",
    showsSite: "Only the site",
    backup: "Only if no one reads it",
    backupHint: "Used when a conversation stays unread, or when your other channels fail.",
    doubtful: {
      device: "This device hasn’t confirmed its last notifications. Your backup channels are used too until it does.",
      app: "The last notifications couldn’t be sent here. Your backup channels are used too until one arrives.",
    },
    stopped: {
      device: {
        gone: "The push service says that this device is gone. Turn notifications on there again.",
        lapsed: "Nothing was delivered there for 90 days. Turn notifications on there again.",
        unreadable:
          "Its address can’t be decrypted because AUTH_SECRET was changed. Open Site Inbox there, or remove it.",
      },
      app: {
        gone: "Its address no longer exists. Remove it, or add it again with a new address.",
        unreadable: "Its address can’t be decrypted because AUTH_SECRET was changed. Remove it, and add it again.",
        unlinked: "It was disconnected in the app. Remove it, or connect it again.",
      },
    },
  },
  telegram: {
    chats: "Connected chats",
    title: "Telegram",
    hint: "Alerts in a chat with this service’s bot. Reply to an alert there, and the visitor gets your reply.",
    unavailable: (setting: ReactNode) => <>Telegram isn’t set up. Ask your administrator to set {setting}.</>,
    connect: "Connect Telegram",
    connectAnother: "Connect another chat",
    codeTitle: "Connect Telegram",
    codeHint: (bot: ReactNode) => (
      <>Send this code to {bot} within 10 minutes. It connects that chat to your account.</>
    ),
    code: "Code for Telegram",
    open: "Open Telegram",
    connected: "Telegram is connected.",
    problems: {
      conflict:
        "Another installation is using this bot, so replies from Telegram don’t arrive. Give each installation its own bot.",
      unauthorized:
        "Telegram rejects this service’s bot token, so Telegram doesn’t work. Your administrator can correct it.",
      unreachable: "Telegram can’t be reached, so alerts and replies are late.",
    },
  },
  about: {
    title: "Notify me about",
    hint: "On your devices, in your apps and by email, for this workspace.",
    options: {
      all: {
        label: "All conversations on my sites",
        hint: "A conversation assigned to an available teammate notifies only that teammate.",
      },
      mine: {
        label: "Only those assigned to me, and mentions",
        hint: "If no teammate is notified about all conversations, unassigned ones notify you too.",
      },
      none: { label: "Nothing in this workspace", hint: "Messages, mentions and assignments wait in your inbox." },
    },
  },
  availability: {
    title: "Availability",
    hint: "Your teammates see when you’re away, and are notified about conversations assigned to you.",
    available: "Available",
    availableHint: "Turn this off while you’re away. To pause your own notifications, set quiet hours below.",
    hours: "Working hours",
    hoursHint: "You’re away outside them.",
    from: (day: string) => `${day}, from`,
    until: (day: string) => `${day}, to`,
    away: "Away",
    addHours: (day: string) => `Add hours on ${day}`,
    removeHours: (day: string) => `Remove these hours on ${day}`,
    timeZone: "Time zone",
    noHours: "Choose at least one day.",
    endsFirst: (day: string) => `The hours on ${day} end before they begin. To end at midnight, enter 00:00.`,
  },
  email: { title: "Email", hint: "You get one if a message stays unread for a few minutes." },
  digest: {
    title: "Daily email",
    hint: "For this workspace only: how many visitors wait, and how many conversations began on the day before.",
    on: "Email me once a day",
    onHint: "On a day with nothing to say, there’s no email. It contains no messages.",
    hour: "At",
    timeZone: "Time zone",
  },
  quietHours: {
    title: "Quiet hours",
    hint: "Nothing is sent to your devices, apps or email.",
    on: "Don’t notify me at certain hours",
    onHint: "Afterwards you get one summary of what’s still unread.",
    from: "From",
    until: "To",
    timeZone: "Time zone",
  },
  sound: {
    title: "Sound and badge",
    hint: "While Site Inbox is open. As an installed app, it shows the number of unread conversations on its icon.",
    label: "New message sound",
    options: { none: "None", soft: "Soft", bright: "Bright", knock: "Knock" },
    listen: "Listen",
    repeat: "Repeat until it’s read",
    repeatHint: "Every 20 seconds, in one tab, while a new message is unread.",
    blocked:
      "After each reload, browsers block sound until you click or press a key. To change that, allow sound in the site settings next to the address.",
    wasBlocked: "A message arrived without a sound. Browsers block sound until you click or press a key.",
    unavailable:
      "This browser can’t play sounds. Check that the computer has a sound output and that this site isn’t muted.",
    noBadge:
      "This browser shows no number on the app’s icon. The page’s title shows how many conversations are unread.",
    badgeBlocked: "This device shows no number on the app’s icon until you turn on notifications above.",
  },
  escalation: {
    title: "If no one reads it",
    on: "Escalate unread conversations",
    onHint:
      "We notify people on their backup channels, and everyone on all channels after twice as long. Reading or replying stops it.",
    minutes: "Escalate after (minutes)",
  },
  otherApps: {
    title: "Other apps",
    hint: "Get notified in ntfy, Slack, Discord or Mattermost.",
    add: "Add a channel",
    app: "App",
    apps: { ntfy: "ntfy", slack: "Slack", discord: "Discord", mattermost: "Mattermost" } satisfies Record<
      UrlKind,
      string
    >,
    nameHint: "Shown in the list of who was notified.",
    url: "Address",
    taken: "This address is one of your channels already, or you have 20, which is the maximum.",
    urlHint:
      "For ntfy, your topic’s address, for example https://ntfy.sh/my-shop-7f3k. For the others, the address of an incoming webhook that you create in the app.",
  },
});
