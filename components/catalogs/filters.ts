import { catalog } from "#platform/catalog.ts";

/** What the inbox is filtered by, beyond its tabs. */
export const filtersCopy = catalog("filters", {
  waiting: "Waiting for at least",
  waits: { "1h": "1 hour", "4h": "4 hours", "1d": "1 day", "3d": "3 days" },
  waitingFor: (time: string) => `Waiting for ${time} or more`,
  language: "Visitor’s language",
  inLanguage: (language: string) => `Language: ${language}`,
  hasEmail: "Has an email address",
  page: "Page…",
  onPage: (page: string) => `Page: ${page}`,
  pageTitle: "Filter by page",
  pageLabel: "Part of the page’s address",
  pageHint: "Finds conversations that were started there, or whose visitor last wrote from there.",
  pageExample: "/pricing",
  apply: "Filter",
  labels: "Label",
  group: "Filters",
  choice: (filter: string) => `Filter: ${filter}`,
});
