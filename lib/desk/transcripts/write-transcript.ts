import { AppError } from "#platform/errors.ts";
import { supportedZone } from "#platform/supported-zone.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findSiteByPublicKey, type PublicSite } from "../../sites/sites/site-by-key.system.ts";
import { inLanguage } from "../../sites/words/site-in-language.system.ts";
import { KINDS } from "../messages/kinds.ts";
import { listMessages, type Message } from "../messages/queries.ts";
import { frameOf } from "./queries.ts";
import type { TranscriptQuery } from "./schema.ts";
import { TRANSCRIPT_WORDS, type TranscriptLanguage } from "./words.ts";

const MESSAGES_AT_ONCE = 100;

type Writing = { site: PublicSite; words: (typeof TRANSCRIPT_WORDS)[TranscriptLanguage]; clock: Intl.DateTimeFormat };

/**
 * Returns a conversation as its visitor sees it, as a text in pieces: what it starts with, each message with its moment and sender,
 * and how to reply.
 * It's made of the visitor's own list of messages, so it has nothing that the widget doesn't show. Throws `not_found`.
 */
export async function writeTranscript(
  scope: VisitorScope,
  conversationId: string,
  { language = "en", timeZone }: TranscriptQuery,
): Promise<AsyncGenerator<string>> {
  const [known, { page, greeting }, first] = await Promise.all([
    findSiteByPublicKey(scope.siteKey),
    frameOf(scope, conversationId),
    listMessages(scope, conversationId, { after: 0, limit: MESSAGES_AT_ONCE }),
  ]);
  if (!known) throw new AppError("not_found");
  const chosen = Object.hasOwn(TRANSCRIPT_WORDS, language) ? (language as TranscriptLanguage) : "en";
  const words = TRANSCRIPT_WORDS[chosen];
  const site = await inLanguage(known, chosen);
  const zone = supportedZone(timeZone) ?? "UTC";
  const clock = new Intl.DateTimeFormat(chosen, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  return (async function* () {
    yield `${site.name}\n${words.zone.replace("{zone}", zone)}\n`;
    // As in the widget, the greeting takes the place of the welcome message.
    yield `\n${site.name}\n${indented(greeting ?? site.welcomeMessage)}\n`;
    for (let found = first; ; ) {
      for (const message of found.messages) {
        if (message.deletedAt === null) yield entryOf(message, { site, words, clock });
      }
      const last = found.messages.at(-1);
      if (!found.hasMore || !last) break;
      found = await listMessages(scope, conversationId, { after: last.seq, limit: MESSAGES_AT_ONCE });
    }
    yield `\n${words.reply.replace("{page}", () => page ?? words.here)}\n`;
  })();
}

function entryOf(message: Message, { site, words, clock }: Writing): string {
  const { senderType, senderName, body, createdAt, files } = message;
  const how = senderType === "automatic" ? ` (${words.automatic})` : "";
  const person = senderName ?? (senderType === "owner" ? site.personName : null);
  const name = KINDS[senderType].side === "visitor" ? words.you : (person ?? site.name);
  const names = files.map((file) => file.name).join(", ");
  const text = names ? `${body}\n${words.files} ${names}` : body;
  return `\n${name}, ${clock.format(createdAt)}${how}\n${indented(text)}\n`;
}

// So that no line of a message looks like another message's first line.
const indented = (text: string) =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
