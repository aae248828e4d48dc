import { AppError } from "#platform/errors.ts";
import { supportedZone } from "#platform/supported-zone.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { findSiteByPublicKey, type PublicSite } from "../../sites/sites/site-by-key.system.ts";
import { KINDS } from "../messages/kinds.ts";
import { listMessages, type Message } from "../messages/queries.ts";
import { pageOf } from "./queries.ts";
import type { TranscriptQuery } from "./schema.ts";
import { TRANSCRIPT_WORDS, type TranscriptLanguage } from "./words.ts";

const MESSAGES_AT_ONCE = 100;

type Writing = { site: PublicSite; words: (typeof TRANSCRIPT_WORDS)[TranscriptLanguage]; clock: Intl.DateTimeFormat };

/**
 * Returns a conversation as its visitor sees it, as a text in pieces: each message with its moment and sender, and how to reply.
 * It's made of the visitor's own list of messages, so it has nothing that the widget doesn't show. Throws `not_found`.
 */
export async function writeTranscript(
  scope: VisitorScope,
  conversationId: string,
  { language = "en", timeZone }: TranscriptQuery,
): Promise<AsyncGenerator<string>> {
  const [site, page, first] = await Promise.all([
    findSiteByPublicKey(scope.siteKey),
    pageOf(scope, conversationId),
    listMessages(scope, conversationId, { after: 0, limit: MESSAGES_AT_ONCE }),
  ]);
  if (!site) throw new AppError("not_found");
  const chosen = Object.hasOwn(TRANSCRIPT_WORDS, language) ? (language as TranscriptLanguage) : "en";
  const words = TRANSCRIPT_WORDS[chosen];
  const zone = supportedZone(timeZone) ?? "UTC";
  const clock = new Intl.DateTimeFormat(chosen, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  return (async function* () {
    yield `${site.name}\n${words.zone.replace("{zone}", zone)}\n`;
    for (let found = first; ; ) {
      for (const message of found.messages) yield entryOf(message, { site, words, clock });
      const last = found.messages.at(-1);
      if (!found.hasMore || !last) break;
      found = await listMessages(scope, conversationId, { after: last.seq, limit: MESSAGES_AT_ONCE });
    }
    yield `\n${words.reply.replace("{page}", () => page ?? words.here)}\n`;
  })();
}

// Lines of a message are indented, so that none looks like another message's first line.
function entryOf(message: Message, { site, words, clock }: Writing): string {
  const { senderType, senderName, body, createdAt, files } = message;
  const how = senderType === "automatic" ? ` (${words.automatic})` : "";
  const person = senderName ?? (senderType === "owner" ? site.personName : null);
  const name = KINDS[senderType].side === "visitor" ? words.you : (person ?? site.name);
  const names = files.map((file) => file.name).join(", ");
  const lines = [...body.split(/\r\n|[\r\n\u2028\u2029]/), ...(names ? [`${words.files} ${names}`] : [])];
  return `\n${name}, ${clock.format(createdAt)}${how}\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n`;
}
