import { catalog, plural } from "#platform/catalog.ts";

const numbers = new Intl.NumberFormat("en");

/** The numbers of a site's week. */
export const reportsCopy = catalog("reports", {
  title: "Reports",
  hint: "How the conversations of a week went. Spam, automatic messages and the test visitor don’t count.",
  noSiteTitle: "No sites yet",
  noSiteHint: "The numbers of each week appear here once you have a site.",
  site: "Site:",
  week: "Week",
  previousWeek: "Previous week",
  nextWeek: "Next week",
  clock: (timeZone: string) => `Weeks and hours of the day are in the time zone ${timeZone}.`,

  numbers: "Numbers",
  number: (count: number) => numbers.format(count),
  atLeast: (count: number) => `${numbers.format(count)}+`,
  noNumber: "–",
  begun: "New conversations",
  begunHint: "Began in this week.",
  waiting: "Waiting now",
  waitingHint: "Without a reply, whenever they began. Snoozed ones don’t count.",
  waitingSince: (time: string) => `The longest wait is ${time}.`,
  noneWaiting: "Everyone has a reply.",
  neverReplied: "Never got a reply",
  neverRepliedHint: "Closed, or silent for a day, without a reply by a person.",
  replied: "First reply",
  repliedHint: (slow: string) => `Half came within this time, and nine of ten within ${slow}.`,
  withinHours: "Only the site’s open hours count.",
  outsideHours: "Only the site’s open hours count, and at least half of these replies came outside them.",
  noReplies: "No replies yet.",
  rated: "Rating",
  average: (rating: number) => rating.toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ratedHint: (count: number) =>
    plural(count, { one: "Out of 5, from 1 conversation.", other: "Out of 5, from # conversations." }),
  noRatings: "No ratings yet.",
  before: (value: string) => `${value} the week before`,
  showThem: (name: string) => `${name}: show the conversations`,

  byVisitors: "When visitors write",
  byTeam: "When your team replies",
  ofMessages: "Messages in this week’s conversations, by the hour. The stronger the color, the more.",
  most: (day: string, hour: string, count: number) =>
    plural(count, {
      one: `Most on ${day} from ${hour}: 1 message.`,
      other: `Most on ${day} from ${hour}: # messages.`,
    }),
  cell: (day: string, hour: string, count: number) =>
    plural(count, { one: `${day} ${hour}: 1 message`, other: `${day} ${hour}: # messages` }),
  nothingWritten: "Nothing was written yet.",
  day: "Day",

  own: "You",
  ownHint: "Only you see this.",
  ownNone: "You haven’t replied in this week’s conversations.",
  ownReplies: (replies: number, conversations: number) =>
    `${plural(replies, { one: "You sent 1 reply", other: "You sent # replies" })} in ${plural(conversations, {
      one: "1 conversation",
      other: "# conversations",
    })}.`,
  ownFirst: (count: number, median: string) =>
    plural(count, {
      one: `In 1 you were the first to reply, within ${median}.`,
      other: `In # you were the first to reply, in half of them within ${median}.`,
    }),

  counted: {
    begun: "In the report: new",
    waiting: "In the report: waiting",
    never_replied: "In the report: never got a reply",
    replied: "In the report: got a reply",
    rated: "In the report: rated",
  },
  began: (range: string) => `Began ${range}`,
});
