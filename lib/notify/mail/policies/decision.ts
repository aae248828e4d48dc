import type { Mail } from "#platform/mail/message.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";

/** What to do about an email now: send it, postpone it, or skip it. */
export type Decision =
  | { mail: Mail; finish: (end: MailEnd) => Promise<unknown> }
  | { postponeTo: Date }
  | { skip: string; finish: (end: MailEnd) => Promise<unknown> };
