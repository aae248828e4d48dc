import { env } from "#platform/env.ts";
import { workspaceUrl } from "../../../base/access/workspace-url.ts";
import { storePersonsAddress } from "../../../outbox/reply-addresses/addresses.system.ts";
import { storeOneTimeLink } from "../one-time-links.system.ts";
import { findMailedUser } from "../queries/account.system.ts";
import type { MailEnd, MailRow } from "../queries/mail-row.system.ts";
import {
  findRepliedMail,
  listTeammatesReplies,
  listVisitorsMessages,
  type RepliedMail,
} from "../queries/reply-back.system.ts";
import { lookOf } from "../templates/look-of.ts";
import { type ReplyBack, replyBackMail } from "../templates/reply-back.ts";
import type { Decision } from "./decision.ts";

/** Decides what to say to a person whose reply came by email: that it isn't sent yet, can't be, or what they have to know. */
export async function decideReplyBack(row: MailRow, finish: (end: MailEnd) => Promise<unknown>): Promise<Decision> {
  const user = await findMailedUser(row);
  if (!user) return { skip: "The account was deleted or disabled.", finish };
  if (!user.isConfirmed) return { skip: "Your email isn’t confirmed.", finish };
  const replied = await findRepliedMail(row.id);
  const of = { mailId: row.id, userId: user.userId, email: user.email };
  const about = replied && (await aboutReply(replied, of));
  if (!replied || !about) return { skip: "The reply was sent, or is gone.", finish };
  const { draft, from, conversation, timeZone } = replied;
  const words = replyBackMail({
    ...about,
    text: draft?.text ?? "",
    files: draft?.files ?? [],
    from,
    conversation,
    look: conversation ? lookOf(conversation.accentColor, timeZone) : {},
  });
  return { mail: { ...words, id: row.id, to: user.email }, finish };
}

type To = { mailId: string; userId: string; email: string };
type About = Pick<ReplyBack, "about" | "quoted" | "url" | "replyTo">;

/** Returns what there is to say about a reply as it is now, or null. */
async function aboutReply(replied: RepliedMail, to: To): Promise<About | null> {
  const { status, reason, draft, conversation, seq } = replied;
  const nothing = { quoted: [], url: null, replyTo: null };
  if (status === "failed") return { ...nothing, about: { kind: "refused", reason: "failed" }, url: inboxUrl(replied) };
  if (!draft) return null;
  if (status === "refused" && (reason === "asked" || reason === "held")) {
    return conversation ? askAbout({ ...replied, draft, conversation }, to) : null;
  }
  if (status === "refused") {
    return { ...nothing, about: { kind: "refused", reason, leftOut: draft.leftOut ?? [] }, url: inboxUrl(replied) };
  }
  if (status !== "stored" || !conversation || seq === null) return null;
  const { conversationId } = conversation;
  const quoted = await listVisitorsMessages({ conversationId, seenSeq: draft.seenSeq, seq });
  const about = { kind: "sent", leftOut: draft.leftOut ?? [] } as const;
  return { about, quoted, url: inboxUrl(replied), replyTo: await addressFor(replied, to) };
}

type Asked = RepliedMail &
  Required<{ draft: NonNullable<RepliedMail["draft"]> }> & {
    conversation: NonNullable<RepliedMail["conversation"]>;
  };

async function askAbout(replied: Asked, to: To): Promise<About | null> {
  const { draft, conversation, receivedId } = replied;
  const { why = "unproven", seenSeq } = draft;
  const token = await storeOneTimeLink({ mailId: to.mailId, kind: "reply", receivedId, email: to.email });
  const { conversationId } = conversation;
  const isHeld = why === "held";
  return {
    about: { kind: "asked", why },
    quoted: isHeld ? await listTeammatesReplies({ conversationId, userId: to.userId, seenSeq }) : [],
    url: `${env().BASE_URL}/send-reply#${token}`,
    // A reply to this email would only be asked about again.
    replyTo: isHeld ? await addressFor(replied, to) : null,
  };
}

const addressFor = ({ conversation }: RepliedMail, { mailId, userId, email }: To) =>
  conversation &&
  storePersonsAddress({
    ...{ mailId, userId, email },
    conversationId: conversation.conversationId,
    seenSeq: conversation.newestSeq,
  });

function inboxUrl({ conversation, draft }: RepliedMail): string | null {
  if (!conversation) return null;
  return workspaceUrl(conversation.workspaceId, `/inbox/${draft?.otherId ?? conversation.conversationId}`);
}
