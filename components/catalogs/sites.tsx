import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Sites and their settings. */
export const sitesCopy = catalog("sites", {
  title: "Sites",
  addSite: "Add site",
  none: "No sites yet. Add a site to put the chat on your pages.",
  anyDomain: "Any domain",
  failedDeliveries: (count: number) =>
    plural(count, {
      one: "1 email or webhook couldn’t be delivered.",
      other: "# emails and webhooks couldn’t be delivered.",
    }),
  seeFailed: "See failed deliveries",
  createSite: "Create site",
  full: (max: number) => `You have ${max.toLocaleString("en")} sites, which is the maximum. Delete one to add another.`,

  conversations: "Conversations",
  domain: "Domain",
  domainAny: "Leave empty to allow any domain.",
  domainUnreadable: "This isn’t a domain, so it restricts nothing. Write it like example.com.",
  domainOnly: (host: string) => `The widget only works on ${host} and its subdomains, and on the demo page.`,
  color: "Color",
  pickColor: "Pick a color",
  contrastOf: (ink: "white" | "black", ratio: string) =>
    ink === "white"
      ? `White text on this color: ${ratio}, easy to read.`
      : `Black text on this color: ${ratio}, easy to read.`,
  tooDark: (ratio: string) =>
    `On dark pages, visitors see a lighter version, because this color is close to black (${ratio}).`,
  tooLight: (ratio: string) => `On light pages it’s hard to see, because it’s close to white (${ratio}).`,
  welcomeMessage: "Welcome message",
  welcomeHint: "The first thing visitors see. Up to 180 characters.",
  saved: "Saved. Your pages update within two minutes.",
  preview: "Preview of the widget",
  previewName: "Your site",

  looks: {
    window: "Chat window",
    mark: {
      label: "Mark",
      letter: "First letter",
      chat: "Speech bubble",
      help: "Question mark",
      heart: "Heart",
      star: "Star",
      store: "Store",
      bolt: "Bolt",
      leaf: "Leaf",
    },
    header: { label: "Header", plain: "Plain", color: "Site color" },
    radius: { label: "Corners", 0: "Square", 8: "Slightly round", 16: "Round", 24: "Very round" },
    theme: { label: "Theme", auto: "Match the visitor’s device", light: "Light", dark: "Dark" },
    button: "Button",
    icon: { label: "Button icon", bubble: "Bubble", dots: "Dots", question: "Question", envelope: "Envelope" },
    size: { label: "Button size", 48: "Small", 56: "Medium", 64: "Large" },
    corner: { label: "Corner", auto: "Automatic", left: "Left", right: "Right" },
    cornerHint: "Automatic: right, or left on right-to-left pages. data-position on the tag overrides this.",
    offsetX: "From the side",
    offsetY: "From the bottom",
    replies: "Replies",
    replyName: { label: "Show replies as", site: "Site name", person: "Person’s name" },
    replyTime: "Show how fast you usually reply",
    replyTimeHint: "Measured from your last 14 days, once there are 10 first replies. Hidden above a day.",
    replyTimeText: "In your own words",
    replyTimeTextHint: "Shown instead of the measured time.",
    replyTimeSample: "We reply the same day",
    whenClosed: {
      label: "Outside your hours",
      show: "Show the chat",
      form: "Ask for a message and an email",
      hide: "Hide the button",
    },
    whenClosedHint: "Works once the site has hours. Visitors with an open conversation always get the chat.",
    questions: "Starter questions",
    questionsHint: "Up to three. A click sends the question.",
    question: (number: number) => `Question ${number}`,
    questionSamples: ["Where’s my order?", "Do you ship abroad?", "Can I return it?"],
    emailCard: "Ask for an email",
    emailCardNever: "Never",
    emailCardAfter: (minutes: number) =>
      minutes === 0
        ? "Right after the first message"
        : plural(minutes, {
            one: "If no one replies within 1 minute",
            other: "If no one replies within # minutes",
          }),
    emailCardHint: "Visitors who leave one get your replies by email too.",
    desktop: "Desktop",
    phone: "Phone",
    previewAs: "Show the preview as",
  },

  createdTitle: "Your site is ready. Add this tag to your pages",
  installHint: "Add this tag to every page that should have the chat. It contains no secrets.",
  tagUnseen: "Tag not seen yet",
  tagSeen: (host: ReactNode, time: ReactNode) => (
    <>
      Tag seen on {host} {time}
    </>
  ),
  tagElsewhere: (host: ReactNode) => <>Tag seen on {host}, which the domain doesn’t allow</>,
  installOn: "Kind of site",
  platforms: {
    html: "HTML",
    wordpress: "WordPress",
    shopify: "Shopify",
    webflow: "Webflow",
    next: "Next.js",
    react: "React",
    vue: "Vue",
    gtm: "Google Tag Manager",
  },
  installSteps: {
    html: ["Paste this before </body> on every page."],
    wordpress: [
      "Install a plugin for headers and footers, such as WPCode, then paste this into the footer.",
      "Or add this to your theme’s functions.php.",
    ],
    shopify: [
      "Open Online Store, Themes, Edit code, then layout/theme.liquid. Paste this before the end of the body, and save.",
    ],
    webflow: ["Open Site settings, Custom code. Paste this into the footer code, save, then publish the site."],
    next: ["Load the script in the root layout, app/layout. In a project without TypeScript the file ends in .jsx."],
    react: ["Add this component once, for example in App: <Chat />."],
    vue: ["Add this to a component that every page has, for example App.vue."],
    gtm: [
      "Create a Custom HTML tag with this, choose the trigger All Pages, then publish. Tag Manager removes “async”, which is fine.",
    ],
  },
  scriptTag: "Script tag",
  codeToCopy: "Code to copy",
  policyHint: (code: ReactNode) => <>If your pages have a content security policy, add {code} to it.</>,
  tryDemo: "Try it on the demo page",

  emailHint: "Who gets emailed about unread messages.",

  verifiedTitle: "Verified visitors",
  verifiedHint:
    "Prove who your logged-in customers are. Your server signs their ID, so nobody can pose as them and their chat follows them to every device.",
  secretUnreadable:
    "The secret can’t be read because AUTH_SECRET was changed. Hashes are rejected until you replace it.",
  secretRevoked: (date: ReactNode) => (
    <>
      The secret was revoked on {date}: the password was reset before this account’s email was confirmed, so someone
      else may have had it. Create a new one to verify visitors again.
    </>
  ),
  secretCreated: (date: ReactNode) => <>The secret was created on {date}.</>,
  secretLastUsed: (date: ReactNode) => <>Last used on {date}.</>,
  secretUnused: "Not used yet.",
  previousSecret: (date: ReactNode, time: ReactNode) => (
    <>
      The previous secret also works until {date}, {time}.
    </>
  ),
  secretWarning:
    "Keep the secret on your server. Anyone who has it can impersonate your customers, so never put it in a page, an app or a repository.",
  newSecret: "New secret",
  identitySecret: "Identity secret",
  storeSecret: "Store it with your server’s secrets, as SITE_INBOX_IDENTITY_SECRET.",
  generateSecret: "Generate secret",
  replaceSecret: "Replace secret",
  revokePrevious: "Revoke previous secret now",
  turnOff: "Turn off",
  replaceTitle: "Replace the secret?",
  replaceHint:
    "The current secret works for 24 more hours next to the new one, so your server has time to change. An older one stops working immediately.",
  replaceUnreadableHint: "The current secret can’t be used anymore.",
  generateNew: "Generate new secret",
  turnOffTitle: "Turn off verified visitors?",
  turnOffHint:
    "The secret is deleted and hashes are no longer accepted: customers your pages identify become unverified visitors. Conversations of verified visitors stay as they are.",
  onYourServer: "On your server",
  onYourServerHint:
    "Create the hash only for a customer who is logged in, from the ID in your own session, never from one that a browser sent.",
  language: "Language",
  codeFor: (language: string) => `Code for ${language}`,
  onYourPage: "On your page, before the script tag",
  onYourPageHint: (logOut: ReactNode) => (
    <>
      Call identify with the hash on every page that the customer sees while logged in, and {logOut} when they log out.
    </>
  ),
  codeForPage: "Code for your page",

  webhooksHint: "Notify your systems of events. Payloads are signed and contain IDs only, never message text.",

  blockingHint:
    "What this site doesn’t accept. Blocked visitors always see the same message, so they can’t tell why. To block a visitor, use the menu of their conversation.",
  blockedWords: "Blocked words",
  blockedWordsHint:
    "One word or phrase per line, up to 200. Messages containing one are rejected and not stored. Only whole words count, in any case and with or without accents: “win” doesn’t match “window”. In scripts without spaces, a word matches anywhere.",
  wordError: (word: string, error: string) => `“${word}”: ${error}`,
  blockedAddresses: "Blocked addresses",
  address: "Address or network",
  addressHint: "For example 203.0.113.7, 203.0.113.0/24 or 2001:db8::/64.",
  addressLabel: "Label",
  addressIneffective: "This blocks no one. Unblock it, then add the IPv4 address, like 203.0.113.7.",
  addressLabelHint: "So you can recognize it later. Only a hash of the address is stored, so it can’t be shown again.",
  blockAddress: "Block address",
  addressBlocked: "Blocked.",
  blockedSince: (date: ReactNode) => <>Since {date}</>,
  unblock: "Unblock",
  unblockAddress: (label: string) => `Unblock ${label}`,
  floodProtection: "Flood protection",
  floodProtectionHint:
    "While unusually many conversations start within a minute, browsers of new visitors must solve a short, invisible challenge first. Visitors won’t notice, but it slows down scripts.",

  dataHint: "Conversations and visitor data for this site.",
  export: "Export",
  exportHint:
    "All visitors, conversations and messages in one file: JSON for programs, CSV for spreadsheets, or a ZIP archive with both and all files.",
  exportJson: "Export JSON",
  exportCsv: "Export CSV",
  exportZip: "Export with files (ZIP)",
  visitorDetails: "Visitor details",
  visitorDetailsHint:
    "Show language, time zone, browser, system and the pages visited in a conversation (up to 50, without query strings). Kept with the conversation. Tell your visitors in your privacy notice.",
  retention: "Delete conversations without new messages",
  retentionHint: "Visitors with no remaining conversations are deleted too. Deleted data can’t be restored.",
  retentionNever: "Never",
  retentionAfter: (period: string) => `After ${period}`,
  days: (count: number) => plural(count, { one: "1 day", other: "# days" }),
  years: (count: number) => plural(count, { one: "1 year", other: "# years" }),
  retentionOff: "Saved. Conversations are kept until you delete them.",
  retentionOn: "Saved. Older conversations are deleted within an hour.",
  retentionTitle: "Delete old conversations?",
  retentionWarning: (period: string) =>
    `All conversations of this site whose last message is older than ${period} are deleted within an hour, and later ones when they reach that age. This can’t be undone.`,
  deleteConversations: "Delete conversations",

  deleteTitle: "Delete site",
  deleteHint: "Deletes this site, its conversations and its visitors.",
  deleteSite: "Delete site",
  deleteSiteTitle: (name: ReactNode) => <>Delete {name}?</>,
  deleteSiteWarning:
    "All its conversations and visitors are deleted too, and its widget disappears from your pages. This can’t be undone.",
});
