import type { Mail } from "#platform/mail/message.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";

/** What is to be done about a mail now: to hand it over, to leave it for later, or not to send it at all. */
export type Decision =
  | { mail: Mail; finish: (end: MailEnd) => Promise<unknown> }
  | { postponeTo: Date }
  | { skip: string; finish: (end: MailEnd) => Promise<unknown> };
