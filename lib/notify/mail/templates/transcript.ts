import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailContent } from "#platform/mail/message.ts";
import type { VisitorLook } from "./look-of.ts";
import { pageOf } from "./owner-alert.ts";
import { VISITOR_WORDS, withSite } from "./visitor-words.ts";

type About = { siteName: string; look: VisitorLook; unsubscribeUrl: string };

/** How many characters of messages an email has at most. Larger ones are cut off by mail programs. */
const TEXT_MAX = 80_000;

/** Asks the owner of an address whether they want the conversation. It has no text of it: the address may be someone else's. */
export function confirmTranscriptMail({ siteName, look, url, unsubscribeUrl }: About & { url: string }): MailContent {
  const site = headerLine(siteName, 60);
  const words = withSite(VISITOR_WORDS[look.language], site);
  return {
    subject: words.confirmSubject,
    fromName: site,
    look,
    unsubscribeUrl,
    blocks: [
      { kind: "paragraph", text: words.confirmAsk },
      { kind: "button", label: words.confirmButton, url },
      { kind: "small", text: words.confirmHint },
      { kind: "small", text: words.why, link: { label: words.unsubscribe, url: pageOf(unsubscribeUrl) } },
    ],
  };
}

/** Sends a visitor their conversation. `parts` are those of `writeTranscript`: its head, each message, and how to reply. */
export async function transcriptMail({
  siteName,
  look,
  parts,
  unsubscribeUrl,
}: About & { parts: AsyncIterable<string> }): Promise<MailContent> {
  const site = headerLine(siteName, 60);
  const words = withSite(VISITOR_WORDS[look.language], site);
  const { text, isCut } = await newestOf(parts);
  return {
    subject: words.transcriptSubject,
    fromName: site,
    look,
    unsubscribeUrl,
    blocks: [
      { kind: "paragraph", text: words.transcriptIntro },
      ...(isCut ? [{ kind: "small" as const, text: words.transcriptCut }] : []),
      { kind: "plain", text },
      { kind: "small", text: words.why, link: { label: words.unsubscribe, url: pageOf(unsubscribeUrl) } },
    ],
  };
}

/** Joins the first part and the newest of the others, as many as fit. */
async function newestOf(parts: AsyncIterable<string>): Promise<{ text: string; isCut: boolean }> {
  let head: string | undefined;
  const kept: string[] = [];
  let length = 0;
  let isCut = false;
  for await (const part of parts) {
    if (head === undefined) {
      head = part;
      continue;
    }
    kept.push(part);
    length += part.length;
    while (length > TEXT_MAX && kept.length > 1) {
      length -= kept.shift()?.length ?? 0;
      isCut = true;
    }
  }
  return { text: `${head ?? ""}${kept.join("")}`.trimEnd(), isCut };
}
