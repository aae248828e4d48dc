import { catalog, plural } from "#platform/catalog.ts";

/** The settings of what follows a chat. */
export const closingCopy = catalog("closing", {
  rating: "Rating",
  asksRating: "Ask for a rating",
  asksRatingHint:
    "After a teammate closes a conversation they replied in, the chat asks the visitor “How was this chat?”. Earlier conversations aren’t asked about.",
  mailsRating: "Also ask by email",
  mailsRatingHint:
    "If a visitor who left an email hasn’t rated 15 minutes after the close, they get one email with a link to a page with the five faces.",
  automatically: "Close automatically",
  on: "Close conversations that are over",
  onHint: "Closes a conversation if the visitor doesn’t reply to your last message. Their next message reopens it.",
  days: "Days after your last message",
  starred: "Keep starred conversations open",
  starredHint: "However long ago the last message was.",
  noted: "Keep conversations with notes open",
  notedHint: "Only your team sees notes.",
  neverHint:
    "Never while the visitor waits for you, or while the conversation is unread or snoozed. If the visitor had the last word, only after someone chose “No reply needed”.",
  which: "Which conversations",
  fromNowOn: "Only from now on",
  sinceTurnedOn: "Only since this was turned on",
  fromNowOnHint: "Those with a new message, note or change after you save this.",
  sinceTurnedOnHint: "Those with a message, note or change since then.",
  earlier: "Also earlier ones",
  earlierHint: "Also those that have been quiet for longer. They’re closed in batches.",
  closeNow: (count: number | undefined) => {
    if (count === undefined) return "";
    if (count === 0) return "None would close now.";
    if (count >= 1_000) return "1,000 or more conversations would close now.";
    return plural(count, { one: "1 conversation would close now.", other: "# conversations would close now." });
  },
});
