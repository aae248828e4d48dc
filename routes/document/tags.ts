/** The parts of the API by path prefix. The longest matching prefix decides. */
const TAGS = [
  {
    prefix: "/conversations",
    name: "Conversations",
    description: "The inbox: visitors' messages and the owner's replies.",
  },
  { prefix: "/files", name: "Files", description: "Uploads for replies, and the files of messages." },
  { prefix: "/pictures/", name: "Pictures", description: "Sites' logos and people's photos, for anyone." },
  { prefix: "/labels", name: "Labels", description: "What conversations are labeled with, by name and color." },
  { prefix: "/events", name: "Live updates", description: "One event stream of everything that changes in the inbox." },
  {
    prefix: "/sites",
    name: "Sites",
    description: "The sites with the widget, their settings, and what they block.",
  },
  {
    prefix: "/sites/{siteId}/webhooks",
    name: "Webhooks",
    description: "Where a site's events are sent, and the results.",
  },
  {
    prefix: "/saved-replies",
    name: "Saved replies",
    description: "Texts to reply with, shared by the workspace or personal.",
  },
  { prefix: "/views", name: "Views", description: "Named filters of the inbox, shared by the workspace or personal." },
  { prefix: "/deliveries", name: "Deliveries", description: "Emails and webhooks that failed." },
  { prefix: "/visitors", name: "Visitors", description: "The data stored about one visitor." },
  { prefix: "/account", name: "Account", description: "The owner's own account." },
  {
    prefix: "/workspace",
    name: "Workspaces",
    description: "The workspaces a person is in, and their settings, ownership and API keys.",
  },
  { prefix: "/members", name: "Members", description: "The people in a workspace: their roles, sites and standing." },
  { prefix: "/invitations", name: "Invitations", description: "Who is invited to a workspace." },
  { prefix: "/activity", name: "Activity", description: "Who did what in a workspace." },
  { prefix: "/notifications/", name: "Notifications", description: "Which person was notified of what, and how." },
  { prefix: "/mail/", name: "Mail", description: "The targets of links in emails." },
  { prefix: "/inbound/", name: "Received email", description: "Where your mail server posts replies to emails." },
  { prefix: "/status", name: "Status", description: "What the service found out about itself." },
  { prefix: "/browser-errors", name: "Dashboard", description: "Reports from the dashboard's own pages." },
  { prefix: "/auth/", name: "Login", description: "How to get a user token." },
  {
    prefix: "/public/",
    name: "Widget",
    description:
      "The visitor's side of a chat. Requires the widget token, can be called from pages of any origin, and never reads a cookie.",
  },
];

/** Returns the part of the API that a path belongs to. */
export function tagOf(path: string): string {
  const fitting = TAGS.filter(({ prefix }) => path.startsWith(prefix));
  const [tag] = fitting.toSorted((a, b) => b.prefix.length - a.prefix.length);
  if (!tag) throw new Error(`${path} belongs to no part of the API: add one to routes/document/tags.ts`);
  return tag.name;
}

export const tagList = () => TAGS.map(({ name, description }) => ({ name, description }));
