import { expect, test } from "@playwright/test";
import { previewLabels } from "../../../components/widget-preview/labels.ts";
import { type PreviewedWidget, type SiteLook, shownWidget } from "../../../components/widget-preview/shown-widget.ts";
import type { Shown } from "../../../components/widget-preview/use-moment.ts";

const MINUTE_MS = 60_000;
const [OPENS, CLOSES, NEXT] = ["2026-12-23T08:00Z", "2026-12-23T17:00Z", "2026-12-24T08:00Z"].map(
  (time) => Date.parse(time) / MINUTE_MS,
) as [number, number, number];
const PEOPLE = [
  { name: "Ana", isAvailable: true },
  { name: "Bo", isAvailable: false },
];

const momentAt = (at: string, isNow = false): Shown => ({
  at,
  days: [],
  open: true,
  openTimes: { turns: [OPENS, CLOSES, NEXT], offsets: [60, 60] },
  timeZone: "Europe/Berlin",
  isNow,
});
const OPEN = momentAt("2026-12-23T12:00:00Z");
const CLOSED = momentAt("2026-12-23T20:00:00Z");

const LOOK: SiteLook = {
  name: "Tea",
  accentColor: "#2563eb",
  welcomeMessage: "Hello!",
  replyName: "person",
  showsReplyTime: true,
  whenClosed: "show",
  words: { de: { welcomeMessage: "Moin!" } },
};

type Changes = { moment?: Shown; look?: Partial<SiteLook>; isShared?: boolean; language?: "de" | "en" | "es" };
function shown({ moment = OPEN, look = {}, isShared = true, language = "en" }: Changes) {
  const site = { id: "", people: PEOPLE, isShared, sendsMail: true, hours: undefined, first: undefined };
  const widget: PreviewedWidget = { labels: previewLabels(), site };
  return shownWidget({ look: { ...LOOK, ...look }, widget, language, moment, reader: "en-GB" });
}

test("an open site shows its people, the measured time or the owner's words, and a closed one when it's back", () => {
  expect(shown({}).presence).toEqual(["Online"]);
  expect(shown({ look: { replyMinutes: 12 } }).presence).toEqual(["Usually replies within 15 minutes"]);
  expect(shown({ look: { replyMinutes: 12, showsReplyTime: false } }).presence).toEqual(["Online"]);
  expect(shown({ look: { replyMinutes: 12, replyTimeText: "Today" } }).presence).toEqual(["Today"]);
  expect(shown({ moment: CLOSED }).presence).toEqual(["Back tomorrow at 9:00"]);
  expect(shown({ moment: CLOSED, language: "es" }).presence).toEqual(["Volvemos mañana a las 9:00"]);
});

test("faces are those who are available now, or anyone at another time, and of one person only the name", () => {
  const names = (changes: Changes) => shown(changes).faces.map(({ name }) => name);
  expect(names({})).toEqual(["Ana", "Bo"]);
  expect(names({ moment: momentAt(OPEN.at, true) })).toEqual(["Ana"]);
  expect(names({ moment: CLOSED })).toEqual([]);
  expect(names({ look: { replyName: "site" } })).toEqual([]);
  expect(names({ isShared: false })).toEqual([]);
  expect(shown({ isShared: false }).presence).toEqual(["Ana", "Online"]);
});

test("texts are those of the language, or the site's own, and a form is shown while it's closed", () => {
  expect(shown({ language: "de" }).look.welcomeMessage).toBe("Moin!");
  expect(shown({ language: "es" }).look.welcomeMessage).toBe("Hello!");
  expect(shown({ look: { whenClosed: "form" } }).form).toBeUndefined();
  expect(shown({ look: { whenClosed: "form" }, moment: CLOSED, language: "de" }).form).toEqual({
    leave: "Schreiben Sie uns, wir melden uns bei Ihnen.",
    asksEmail: true,
  });
});

test("questions are shown as they're asked then: in the visitor's language, and an email once", () => {
  const question = { labels: {}, required: true, asked: "always" } as const;
  const questions = [
    { ...question, key: "order", label: "Order", labels: { de: "Bestellung" }, kind: "text", asked: "closed" },
    { ...question, key: "email", label: "Email", kind: "email" },
  ] as const;
  const labels = (changes: Changes) => shown(changes).asked.map(({ label }) => label);
  expect(labels({ look: { questions } })).toEqual(["Email"]);
  expect(labels({ look: { questions }, moment: CLOSED, language: "de" })).toEqual(["Bestellung", "Email"]);
  expect(labels({ look: { questions, whenClosed: "form" }, moment: CLOSED })).toEqual(["Order"]);
});
