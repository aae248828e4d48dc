import type { VisitorScope } from "../../../base/access/scopes.ts";
import { transcriptUrl } from "../../../desk/transcripts/transcript-link.ts";
import { writeTranscript } from "../../../desk/transcripts/write-transcript.ts";
import { languageOf } from "../../../sites/sites/languages.ts";
import type { MailEnd, MailRow } from "../queries/mail-row.system.ts";
import { findAskedTranscript } from "../queries/mailed-visitor.system.ts";
import { visitorLookOf } from "../templates/look-of.ts";
import { confirmTranscriptMail, transcriptMail } from "../templates/transcript.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";
import { addressOf, countVisitorMail } from "./mailed-visitor.ts";

/** Returns the scope of a conversation's visitor, or null if it's gone or they're blocked. Only the gate creates scopes. */
export type VisitorOf = (conversationId: string) => Promise<VisitorScope | null>;

/** Decides whether to send a visitor their conversation, or the email that confirms their address before that. */
export async function decideTranscript(
  { id, kind }: Pick<MailRow, "id"> & { kind: "transcript" | "confirm_transcript" },
  visitorOf: VisitorOf,
  finish: (end: MailEnd) => Promise<unknown>,
): Promise<Decision> {
  const asked = await findAskedTranscript(id);
  if (!asked) return { skip: "The conversation no longer exists.", finish };
  const address = addressOf(asked);
  if ("reason" in address) return { skip: address.reason, finish };
  const { to } = address;
  const { conversationId, siteName, visitorId, recipient } = asked;
  const isTheirs = recipient === to && (kind === "confirm_transcript" || asked.isConfirmedVisitor);
  if (!isTheirs) return { skip: "The visitor has another address now.", finish };
  const scope = kind === "transcript" ? await visitorOf(conversationId) : null;
  if (kind === "transcript" && !scope) return { skip: "The conversation no longer exists.", finish };
  const freeAt = await countVisitorMail(kind, asked, to);
  if (freeAt) return { postponeTo: freeAt };
  const about = {
    siteName,
    look: visitorLookOf(asked),
    unsubscribeUrl: unsubscribeUrl({ kind: "visitor", visitorId }),
  };
  const { timeZone } = asked;
  const options = { language: languageOf(asked.language), ...(timeZone !== null && { timeZone }) };
  const content = scope
    ? transcriptMail({ ...about, parts: await writeTranscript(scope, conversationId, options) })
    : confirmTranscriptMail({ ...about, url: transcriptUrl({ conversationId, email: to }) });
  return { mail: { ...(await content), id, to }, finish };
}
