import { catalog } from "#platform/catalog.ts";

/** The settings of a site's card. */
export const cardsCopy = catalog("cards", {
  explained:
    "When a teammate looks at a conversation, Site Inbox asks your server about its visitor and shows up to ten lines next to it, such as a plan or the last order. Nothing of it is stored.",
  address: "Address",
  addressHint: "Site Inbox asks your server here. Example: https://example.com/site-inbox/card",
  add: "Add card",
  test: "Test card",
  testing: "Asking your server…",
  testArrived: "Your server responded. This is the card of your newest visitor:",
  testFailed: (detail: string) => `Your server’s response can’t be shown. ${detail}`,
  replaceSecret: "Replace secret…",
  replaceTitle: "Replace the secret?",
  replaceHint: "Requests are signed with the new secret from then on. Until your server has it, there’s no card.",
  generateSecret: "Generate a new secret",
  unreadable: "The secret couldn’t be read because AUTH_SECRET was changed, so there’s no card. Replace it.",
  remove: "Remove card…",
  removeTitle: "Remove the card?",
  removeHint: "Your server is no longer asked, and the secret is deleted.",
  removeAction: "Remove card",
  newSecret: "New secret of the card",
  secret: "Secret of the card",
  storeSecret: "Store it with your server’s secrets. It proves that a request comes from Site Inbox.",
  request: "What your server receives",
  requestHint:
    "A POST, signed as webhooks are (Standard Webhooks). An email counts as the visitor’s only if it’s confirmed, and an ID only if it’s verified.",
  response: "What it responds with",
  responseHint:
    "Within 3 seconds, with status 200. Links begin with https: or mailto:. The card is asked for again after ttl seconds: 60 to 3,600, or 300 without it.",
});
