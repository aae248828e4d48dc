import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** What the widget says next to its button. */
export const greetingsCopy = catalog("greetings", {
  hint: "What the chat says next to its button, and when. A visitor who replies or closes a greeting doesn’t see it again, and no one sees one while they have an open conversation.",
  none: "No greetings yet. Your pages show only the button.",
  list: "Greetings, the first that’s due is shown",
  add: "Add greeting",
  newOne: "New greeting",
  full: (max: number) => `A site may have ${max} greetings. Delete one to add another.`,
  taken: "Another greeting has this name.",
  isOn: (name: string) => `Show ${name}`,
  edit: "Edit",
  editOne: (name: string) => `Edit ${name}`,
  delete: "Delete",
  deleteOne: (name: string) => `Delete ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  deleteTitle: (name: ReactNode) => <>Delete {name}?</>,
  deleteHint: "Your pages stop showing it within two minutes. Conversations keep what their visitors replied to.",
  deleteAction: "Delete greeting",

  sentence: "When to show it",
  on: "On",
  pages: "Pages",
  allPages: "all pages",
  pagesHint: "Paths or addresses of your site, separated by commas. * is anything, as in /pricing*.",
  after: "after",
  seconds: "Seconds",
  secondsUnit: "seconds, in",
  language: "Language",
  anyLanguage: "any language",
  at: "and",
  hours: "Hours",
  times: { any: "at any time", open: "while you’re open", closed: "while you’re closed" },
  say: "say",
  text: "Text",
  textHint: "Up to 200 characters, as plain text.",
  onlyByName: "Show it only when your page asks",
  onlyByNameHint: (code: ReactNode) => <>Pages and seconds don’t count then. Call {code}.</>,
  nameHint: "For your page and this list: a to z, 0 to 9 and -.",
  noName: "Enter a name.",
  noText: "Write what the greeting says.",
  noOtherText:
    "Write what the greeting says in other languages. Without it, only visitors with a translation would see it.",

  when: {
    byName: (code: string) => `When your page calls ${code}`,
    after: (pages: string, seconds: number) => `On ${pages}, ${seconds === 0 ? "at once" : `after ${seconds} s`}`,
    languages: (names: string) => `in ${names}`,
  },
  saved: "Saved. Your pages update within two minutes.",
});
