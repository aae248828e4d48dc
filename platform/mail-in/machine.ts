import { decodeWords } from "./charsets.ts";
import { firstOf, type Headers, valuesOf, withoutComments } from "./headers.ts";
import { readMailboxes } from "./mailboxes.ts";
import type { MachineReason } from "./parsed-mail.ts";

/** The field that our own mails have. */
export const OWN_HEADER = "site-inbox";

const PRECEDENCE = /^(?:bulk|junk|list|auto[_-]reply)$/i;
const MACHINES = /^(?:mailer-daemon|postmaster|mail-daemon|mailerdaemon)@/i;
// Followed by a colon, a dash or the end: the subject of our own emails begins with a visitor's name.
const SUBJECTS = [
  "automatic reply|auto(?:matic)?[ -]?(?:reply|response)|autoreply|out of (?:the )?office",
  "automatische antwort|abwesenheits(?:notiz|nachricht|meldung|benachrichtigung)|autom\\. antwort",
  "réponse automatique|absence du bureau|message d['’]absence",
  "respuesta automática|fuera de (?:la )?oficina",
  "resposta automática|fora do escritório|ausência temporária",
  "risposta automatica|fuori sede|fuori ufficio",
  "automatisch antwoord|automatische reactie|afwezigheids?bericht|niet aanwezig",
  "autosvar|automatiskt svar|frånvaro",
  "automatisk svar|ikke til stede|fraværsbesked|fraværsmelding",
  "automaattinen vastaus|poissaoloilmoitus|poissaoloviesti",
  "odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|poza biurem",
  "automatická odpověď|mimo kancelář",
  "automatická odpoveď|mimo kancelárie",
  "automatikus válasz|házon kívül",
  "răspuns automat|în afara biroului",
  "автоматичен отговор|извън офиса",
  "автоматический ответ|автоответ|вне офиса",
  "автоматична відповідь|автовідповідь",
  "αυτόματη απάντηση|εκτός γραφείου",
  "otomatik (?:yanıt|cevap)|ofis dışında",
  "رد تلقائي|خارج المكتب",
  "מענה אוטומטי|תשובה אוטומטית|מחוץ למשרד",
  "自动(?:回复|答复)|自動(?:回覆|回應)|不在办公室",
  "自動(?:応答|返信)|不在通知",
  "자동 ?(?:회신|응답)|부재중",
  "trả lời tự động|tự động trả lời",
  "balasan otomatis|di luar kantor",
  "ตอบกลับอัตโนมัติ|ไม่อยู่ที่สำนักงาน",
].join("|");
const SUBJECT = new RegExp(
  `^(?:\\[[^\\]]*\\]\\s*)?(?:(?:re|aw|fwd?)\\s*:\\s*)?(?:auto\\s*:|(?:${SUBJECTS})(?:\\s*(?:${SUBJECTS}))?\\s*(?:[:：\\p{Pd}]|$))`,
  "iu",
);

/**
 * Returns why a mail counts as written by a program (RFC 3834), or null. `own` are our addresses. A subject alone is the weakest
 * reason: a person may write so.
 */
export function machineReason(headers: Headers, own: readonly string[] = []): MachineReason | null {
  const has = (name: string) => headers.some(([key]) => key === name);
  if (has(OWN_HEADER)) return "own";
  const from = valuesOf(headers, "from").flatMap((value) => readMailboxes(value).map(({ address }) => address));
  if (from.some((address) => own.includes(address.toLowerCase()))) return "own";
  if (/^multipart\/report\b/i.test(firstOf(headers, "content-type"))) return "report";
  if (from.some((address) => MACHINES.test(address)) || hasEmptySender(headers)) return "sender";
  if (valuesOf(headers, "auto-submitted").some(isAutomatic)) return "auto";
  if (["x-autoreply", "x-autorespond", "x-auto-respond", "x-autoresponder"].some(has)) return "auto";
  if (has("list-id")) return "list";
  const precedence = valuesOf(headers, "precedence").find((value) => PRECEDENCE.test(withoutComments(value).trim()));
  if (precedence) return /auto/i.test(precedence) ? "auto" : "list";
  return SUBJECT.test(decodeWords(firstOf(headers, "subject")).trim()) ? "subject" : null;
}

const isAutomatic = (value: string) => {
  const keyword = (withoutComments(value).split(";")[0] ?? "").trim().toLowerCase();
  return keyword !== "" && keyword !== "no";
};

const hasEmptySender = (headers: Headers) =>
  valuesOf(headers, "return-path").some((value) => withoutComments(value).replaceAll(/\s/g, "") === "<>");
