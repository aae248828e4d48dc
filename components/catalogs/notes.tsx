import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Notes for the team, and replies that crossed a teammate's. */
export const notesCopy = catalog("notes", {
  mode: "What you write",
  reply: "Reply",
  note: "Note",
  noteAbout: (visitor: ReactNode) => <>Note about {visitor}</>,
  hint: "Note to your team. Visitors never see it.",
  placeholder: (hasTeammates: boolean) => (hasTeammates ? "Write a note. @ mentions a teammate." : "Write a note."),
  add: "Add note",
  by: (author: ReactNode) => <>{author} · note</>,
  command: "Add a note",

  crossedReply: (name: ReactNode) => <>Not sent. {name} replied while you were writing.</>,
  crossedNote: (name: ReactNode) => <>Not sent. {name} left a note while you were writing.</>,
  aTeammate: "A teammate",
  newSince: "New since you started",
  sendAnyway: "Send anyway",
  sendAnywayKeys: (isMac: boolean) => (isMac ? "⌘ Enter" : "Ctrl Enter"),
  discard: "Discard",
  notClosed: (name: string, by: "reply" | "note") =>
    by === "reply" ? `Not closed. ${name} replied meanwhile.` : `Not closed. ${name} left a note meanwhile.`,
  notReopened: (name: string, by: "reply" | "note") =>
    by === "reply" ? `Not reopened. ${name} replied meanwhile.` : `Not reopened. ${name} left a note meanwhile.`,
  mentions: "Teammates",
  mentionsFound: (count: number) => plural(count, { one: "1 teammate", other: "# teammates" }),
  closeAnyway: "Close anyway",
  reopenAnyway: "Reopen anyway",
});
