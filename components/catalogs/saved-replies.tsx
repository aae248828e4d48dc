import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

const listWords = (words: readonly string[]) => words.join(", ");

/** Choosing, writing and filling in saved replies. */
export const savedRepliesCopy = catalog("savedReplies", {
  title: "Saved replies",
  hint: "Type / in the reply box to insert one.",
  none: "No saved replies yet.",
  createOne: "Create one",
  noMatch: "No saved reply matches.",
  loading: "Loading saved replies",
  notLoaded: "Saved replies couldn’t be loaded.",
  found: (count: number) => plural(count, { one: "1 saved reply", other: "# saved replies" }),

  // What a variable is called in its button, and in a blank if there's nothing to fill it in with.
  variables: {
    "visitor.name": "visitor’s name",
    "visitor.first_name": "visitor’s first name",
    "visitor.email": "visitor’s email",
    "site.name": "site’s name",
    "my.name": "my name",
  },

  // What's done when a reply is sent.
  after: "When sent:",
  afterSending: (actions: readonly string[]) => `When sent: ${listWords(actions)}.`,
  removeAction: (action: string) => `Remove “${action}”`,
  action: {
    label: (name: string) => `Label ${name}`,
    assignMe: "Assign to me",
    assign: (name: string) => `Assign to ${name}`,
    unassign: "Unassign",
    snooze: {
      later: "Snooze for 3 hours",
      tomorrow: "Snooze until tomorrow",
      monday: "Snooze until Monday",
      week: "Snooze for a week",
      reply: "Snooze until they reply",
    },
    close: "Close",
  },
  notDone: (actions: readonly ("labels" | "assignee" | "snooze")[]) => {
    const done = { labels: "labeled", assignee: "assigned", snooze: "snoozed" };
    return `Your reply was sent, but the conversation wasn’t ${actions.map((action) => done[action]).join(" or ")}.`;
  },

  add: "Add saved reply",
  noneHint: "Save texts that you write often, and insert them with a few keys.",
  body: "Text",
  insert: "Insert a variable, or a blank to fill in yourself",
  blank: "blank",
  blankName: "order number",
  audience: "Who can use it",
  shared: "Shared with everyone",
  personal: "Only for me",
  actions: "When it’s sent",
  actionsHint: "You can remove each of these before you send the reply.",
  actionGone: "A label or teammate you chose no longer exists. Choose again, then save.",
  addLabels: "Add labels",
  assignTo: "Assign to",
  noChange: "No change",
  sender: "The person who sends it",
  nobody: "No one",
  finally: "Then",
  preview: (visitor: ReactNode) => <>How it looks for {visitor}</>,
  previewHint: "Marked parts have to be filled in before it’s sent.",
  sample: { name: "Grace Hopper", firstName: "Grace", email: "grace@example.com", site: "Fjord" },
  stored: (name: string) => `Saved “${name}”.`,
  deleted: (name: string) => `Deleted “${name}”.`,
  edit: "Edit",
  editOne: (name: string) => `Edit “${name}”`,
  delete: "Delete",
  deleteOne: (name: string) => `Delete “${name}”`,
  deleteTitle: (name: ReactNode) => <>Delete “{name}”?</>,
  deleteHint: "Messages you sent with it stay. This can’t be undone.",
  deleteAction: "Delete saved reply",
  taken: "Another saved reply has this name, or you’ve reached the maximum.",
});
