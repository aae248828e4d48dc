import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";
import { ratingsCopy, scoreWords } from "./ratings.ts";

/** `to` is undefined for the reader, and `by` if someone's lost access was the reason. */
type Assigned = { by: ReactNode | undefined; isOwn: boolean; to: ReactNode | undefined };

/** The lines of a thread that say what happened to the conversation. */
export const eventsCopy = catalog("events", {
  you: "You",
  formerTeammate: "a former teammate",
  by: {
    visitor: "The visitor",
    round_robin: "Round robin",
    auto_close: "Site Inbox",
    service: "Site Inbox",
    operator: "The operator",
    session: "A former teammate",
    key: "A former teammate",
    telegram: "A former teammate",
    email: "A former teammate",
  },
  assigned: ({ by, isOwn, to }: Assigned) => {
    if (isOwn) return to === undefined ? <>You took this conversation</> : <>{by} took this conversation</>;
    return (
      <>
        {by} assigned this to {to ?? "you"}
      </>
    );
  },
  unassigned: ({ by, isOwn, to }: Assigned) => {
    if (isOwn) return <>{by} unassigned this</>;
    if (by === undefined) return <>Unassigned, because {to ?? "you"} no longer had access</>;
    return (
      <>
        {by} unassigned this from {to ?? "you"}
      </>
    );
  },
  closed: (by: ReactNode) => <>{by} closed this</>,
  closedAutomatically: (days: number | undefined) =>
    days === undefined
      ? "Closed automatically"
      : plural(days, { one: "Closed automatically after 1 day", other: "Closed automatically after # days" }),
  reopened: (by: ReactNode) => <>{by} reopened this</>,
  snoozed: (by: ReactNode, until: string | undefined) => (
    <>
      {by} snoozed this until {until ?? "the visitor replies"}
    </>
  ),
  woken: (by: ReactNode) => <>{by} ended the snooze</>,
  wokenBy: (via: string) => (via === "visitor" ? <>The visitor’s reply ended the snooze</> : <>Snooze ended</>),
  spam: (by: ReactNode) => <>{by} marked this as spam</>,
  not_spam: (by: ReactNode) => <>{by} marked this as not spam</>,
  rated: (score: number) => ratingsCopy.ratedAs(scoreWords(score)),
  /** By the reader, if by no one else. */
  no_reply: (by: ReactNode | undefined) => <>{by ?? "You"} said that no reply is needed</>,
  needs_reply: (by: ReactNode) => <>{by} said that this needs a reply</>,
});
