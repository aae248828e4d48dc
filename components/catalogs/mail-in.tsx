import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

/** What the thread says about a message that came by email. */
export const mailInCopy = catalog("mail-in", {
  confirmed: (from: ReactNode) => <>By email from {from}, confirmed</>,
  claimed: (from: ReactNode) => <>By email from {from}</>,
  other: (from: ReactNode) => <>By email from {from}, not their address</>,
  nobody: "By email, without a sender",
  dkim: (from: ReactNode, by: ReactNode) => (
    <>
      By email from {from}, signed by {by}
    </>
  ),
  results: (from: ReactNode, by: ReactNode) => (
    <>
      By email from {from}, checked by your mail server for {by}
    </>
  ),
  spf: (from: ReactNode, by: ReactNode) => (
    <>
      By email from {from}, sent by a server of {by}
    </>
  ),
  click: (from: ReactNode) => <>By email from {from}, confirmed with a link</>,
  more: "Show the rest of the email",
  subject: (subject: ReactNode) => <>Subject: {subject}</>,
  rest: "The rest of the message",
  quoted: "Quoted",
  signature: "Signature",
  cut: "This is only the beginning. Download the original to read all of it.",
  original: "Download the original",
  leftOut: {
    kind: (name: ReactNode) => <>{name} wasn’t kept: this site doesn’t accept such files.</>,
    size: (name: ReactNode) => <>{name} wasn’t kept: it’s too large.</>,
    count: (name: ReactNode) => <>{name} wasn’t kept: the email has too many files.</>,
    limit: (name: ReactNode) => <>{name} wasn’t kept: too many files came within an hour.</>,
    quota: (name: ReactNode) => <>{name} wasn’t kept: the workspace has no space left for files.</>,
    rejected: (name: ReactNode) => <>{name} wasn’t kept: the virus scanner rejected it.</>,
    quoted: (name: ReactNode) => <>{name} wasn’t kept: it’s part of a quoted email.</>,
    signature: (name: ReactNode) => <>{name} wasn’t kept: it’s part of the signature.</>,
    mail: (name: ReactNode) => <>{name} wasn’t sent: it may contain the email that was replied to.</>,
    unreadable: (name: ReactNode) => <>{name} wasn’t kept: it’s empty or incomplete.</>,
  },
});
