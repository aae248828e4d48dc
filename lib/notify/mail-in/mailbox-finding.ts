import { durationWords } from "#platform/duration-words.ts";
import type { Finding } from "../status/schema.ts";
import type { MailboxState, ReadingProblem } from "./mailbox.system.ts";

const LONGEST_SECONDS = 600;
const FULL_PERCENT = 95;
const JOBS = "Is npm run jobs running, if JOBS=off is set? The log says what fails.";

/** What's wrong if it needs a person: it's said at once. What passes is said after ten minutes. */
const PROBLEMS: Partial<Record<ReadingProblem, { says: string; todo: string }>> = {
  login: {
    says: "The mail server refuses the login to the mailbox.",
    todo: "Check the user and the password in INBOUND_IMAP_URL. Many providers need a password for apps, or INBOUND_OAUTH.",
  },
  oauth: {
    says: "The provider refuses the token that the mailbox is logged in to with.",
    todo: "Run npm run mail -- login again, and set INBOUND_OAUTH_REFRESH_TOKEN to what it prints.",
  },
  folder: {
    says: "The folder that INBOUND_IMAP_URL names can't be opened.",
    todo: "Create it, or correct the path at the end of INBOUND_IMAP_URL.",
  },
};

/** What's said of the mailbox that's read. */
export function findingOfMailbox(state: MailboxState | null): Finding {
  if (!state) return { state: "warning", says: "The mailbox hasn't been read yet.", todo: JOBS };
  const { lookedSecondsAgo, problem, problemSeconds, reason, usedPercent } = state;
  const known = problem && PROBLEMS[problem];
  const because = reason ? ` ${reason.replace(/\.$/, "")}.` : "";
  if (known) return { state: "failing", says: known.says + because, todo: known.todo };
  const seconds = lookedSecondsAgo ?? problemSeconds;
  if (seconds === null) return { state: "warning", says: "The mailbox hasn't been read yet.", todo: JOBS };
  if (seconds > LONGEST_SECONDS) {
    const says = `The mailbox hasn't been read for ${durationWords(seconds)}.${because}`;
    return {
      state: "failing",
      says,
      todo: problem === "unreachable" ? "Check the host and port in INBOUND_IMAP_URL." : JOBS,
    };
  }
  if (usedPercent !== null && usedPercent >= FULL_PERCENT) {
    return {
      state: "warning",
      says: `The mailbox is ${usedPercent} % full. Once it's full, replies to emails are refused.`,
      todo: "Delete old emails there, or have the provider enlarge it.",
    };
  }
  if (problem)
    return { state: "good", says: `The mailbox was read a moment ago, and is connected to again.${because}` };
  return { state: "good", says: "The mailbox is read." };
}
