/** The parts of the API, by what their paths begin with; the longest that fits is a path's. */
const TAGS = [
  { prefix: "/conversations", name: "Conversations", description: "The inbox: what visitors wrote, and the answers." },
  { prefix: "/events", name: "Live updates", description: "One stream of everything that changes in the inbox." },
  {
    prefix: "/sites",
    name: "Sites",
    description: "The sites that the widget is on, their settings and what they do not accept.",
  },
  {
    prefix: "/sites/{siteId}/webhooks",
    name: "Webhooks",
    description: "Where a site's events are sent to, and what came of it.",
  },
  { prefix: "/deliveries", name: "Deliveries", description: "Mails and webhooks that did not arrive." },
  { prefix: "/visitors", name: "Visitors", description: "What is kept of one visitor." },
  { prefix: "/account", name: "Account", description: "The owner's own account." },
  { prefix: "/mail/", name: "Mail", description: "What the links in mails lead to." },
  { prefix: "/browser-errors", name: "Dashboard", description: "What the dashboard's own pages send." },
  { prefix: "/auth/", name: "Log-in", description: "How a user token is come by." },
  {
    prefix: "/public/",
    name: "Widget",
    description:
      "What a visitor's chat does. Takes the widget token, answers to pages of any origin, and never reads a cookie.",
  },
];

/** The part of the API that a path belongs to. */
export function tagOf(path: string): string {
  const fitting = TAGS.filter(({ prefix }) => path.startsWith(prefix));
  const [tag] = fitting.toSorted((a, b) => b.prefix.length - a.prefix.length);
  if (!tag) throw new Error(`${path} belongs to no part of the API: add one to routes/document/tags.ts`);
  return tag.name;
}

export const tagList = () => TAGS.map(({ name, description }) => ({ name, description }));
