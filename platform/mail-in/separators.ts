/*
 * How mail clients in 26 languages begin a quote. The lists have what Gmail, Outlook, Apple Mail, Thunderbird and Yahoo write. A
 * separator alone is text: fold.ts says what has to follow.
 */

/** The words of a language: of an attribution ("On … wrote:"), and of the rows of a header. */
type Words = {
  /** Patterns of what an attribution says about writing. It may be none, where clients write a date and an address only. */
  wrote: string;
  from: string;
  date: string;
  to: string;
  subject: string;
  /** What's between dashes above the header, as patterns. */
  original: string;
  /** What phones put below a mail. */
  sent: string;
};

const WORDS: Record<string, Words> = {
  en: {
    wrote: "wrote|writes|said",
    from: "From",
    date: "Sent|Date|Sent on",
    to: "To|Cc|Bcc|Reply-To",
    subject: "Subject",
    original:
      "Original (?:Message|Appointment|Email)|Forwarded (?:message|by .+)|Begin forwarded message|Reply message",
    sent: "Sent (?:from|with|via|using) |Get Outlook for ",
  },
  de: {
    wrote: "schrieb|hat (?:am .+ )?geschrieben",
    from: "Von",
    date: "Gesendet|Datum|Gesendet am",
    to: "An|Kopie|Blindkopie|Antwort an",
    subject: "Betreff",
    original: "Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Weitergeleitete Nachricht",
    sent: "(?:Von|Diese Nachricht wurde von) mein(?:em|er) .+ gesendet|Gesendet (?:von|mit)|Holen Sie sich Outlook|Outlook für .+ beziehen",
  },
  fr: {
    wrote: "a écrit|écrivait",
    from: "De",
    date: "Envoyé|Date|Envoyé le",
    to: "À|A|Cc|Répondre à",
    subject: "Objet|Sujet",
    original: "Message (?:d'origine|d’origine|original|transféré)|Courriel original",
    sent: "Envoyé (?:de|depuis|à partir de|avec)|Télécharger Outlook|Obtenez Outlook",
  },
  es: {
    wrote: "escribió|escribio",
    from: "De",
    date: "Enviado|Fecha|Enviado el",
    to: "Para|CC|Responder a",
    subject: "Asunto",
    original: "Mensaje (?:original|reenviado)|Forwarded message",
    sent: "Enviado (?:desde|con)|Obtener Outlook",
  },
  pt: {
    wrote: "escreveu",
    from: "De",
    date: "Enviada?|Data|Enviado em|Enviada em",
    to: "Para|Cc|Responder a",
    subject: "Assunto",
    original: "Mensagem (?:original|encaminhada)",
    sent: "Enviado (?:do|da|de|pelo|via|a partir)|Obter o Outlook",
  },
  it: {
    wrote: "ha scritto",
    from: "Da",
    date: "Inviato|Data",
    to: "A|Cc|Rispondi a",
    subject: "Oggetto",
    original: "Messaggio (?:originale|inoltrato)|Inizio messaggio inoltrato",
    sent: "Inviato (?:da|con)|Ottieni Outlook|Scarica Outlook",
  },
  nl: {
    wrote: "schreef|heeft (?:.+ )?geschreven",
    from: "Van",
    date: "Verzonden|Datum",
    to: "Aan|Kopie|CC",
    subject: "Onderwerp",
    original: "Oorspronkelijk bericht|Origineel bericht|Doorgestuurd bericht",
    sent: "Verzonden (?:vanaf|met|via|vanuit)|Verstuurd (?:vanaf|met)|Outlook voor .+ downloaden",
  },
  sv: {
    wrote: "skrev",
    from: "Från",
    date: "Skickat|Datum",
    to: "Till|Kopia",
    subject: "Ämne",
    original: "Ursprungligt meddelande|Originalmeddelande|Vidarebefordrat (?:meddelande|brev)",
    sent: "Skickat från|Skickat med|Hämta Outlook",
  },
  da: {
    wrote: "skrev",
    from: "Fra",
    date: "Sendt|Dato",
    to: "Til|Kopi",
    subject: "Emne",
    original: "Oprindelig meddelelse|Original meddelelse|Videresendt meddelelse",
    sent: "Sendt (?:fra|med)|Hent Outlook",
  },
  nb: {
    wrote: "skrev",
    from: "Fra",
    date: "Sendt|Dato",
    to: "Til|Kopi",
    subject: "Emne",
    original: "Opprinnelig melding|Original melding|Videresendt melding",
    sent: "Sendt fra|Få Outlook|Skaff deg Outlook",
  },
  fi: {
    wrote: "kirjoitti",
    from: "Lähettäjä",
    date: "Lähetetty|Päivämäärä|Päiväys",
    to: "Vastaanottaja|Kopio",
    subject: "Aihe",
    original: "Alkuperäinen viesti|Edelleenlähetetty viesti|Välitetty viesti",
    sent: "Lähetetty (?:.+ )?(?:iPhonesta|iPadista|puhelimesta|laitteesta)|Lähetetty .+sta|Hanki Outlook",
  },
  pl: {
    wrote: "napisał(?:\\(a\\)|a|/a)?|pisze",
    from: "Od",
    date: "Wysłano|Data|Wysłane",
    to: "Do|DW|UDW",
    subject: "Temat",
    original: "Oryginalna wiadomość|Wiadomość oryginalna|Przekazana wiadomość|Wiadomość przekazana dalej",
    sent: "Wysłan[eoy] z|Pobierz (?:program )?Outlook",
  },
  cs: {
    wrote: "napsal(?:\\(a\\)|a)?",
    from: "Od",
    date: "Odesláno|Datum",
    to: "Komu|Kopie",
    subject: "Předmět",
    original: "Původní (?:zpráva|e.mail)|Přeposlaná zpráva",
    sent: "Odesláno z|Posláno z|Získejte Outlook",
  },
  sk: {
    wrote: "napísal(?:\\(a\\)|a)?",
    from: "Od",
    date: "Odoslané|Dátum",
    to: "Komu|Kópia",
    subject: "Predmet",
    original: "Pôvodná správa|Preposlaná správa",
    sent: "Odoslané z|Získajte Outlook",
  },
  hu: {
    wrote: "ezt írta|írta",
    from: "Feladó",
    date: "Elküldve|Dátum|Küldve",
    to: "Címzett|Másolat",
    subject: "Tárgy",
    original: "Eredeti üzenet|Továbbított üzenet",
    sent: "Küldve az? |Elküldve az? |.+ készülékemről küldve|.+emről küldve",
  },
  ro: {
    wrote: "a scris",
    from: "De la",
    date: "Trimis|Data",
    to: "Către|Cc",
    subject: "Subiect",
    original: "Mesaj(?:ul)? (?:original|inițial|redirecționat|transmis)",
    sent: "Trimis de pe|Trimis din|Obțineți Outlook",
  },
  bg: {
    wrote: "написа|пише",
    from: "От",
    date: "Изпратено|Дата",
    to: "До|Копие",
    subject: "Относно|Тема",
    original: "Оригинално съобщение|Препратено съобщение|Първоначално съобщение",
    sent: "Изпратено от",
  },
  ru: {
    wrote: "написал(?:\\(а\\)|а)?|пишет|писал\\(а\\)",
    from: "От|От кого|Отправитель",
    date: "Отправлено|Дата",
    to: "Кому|Копия",
    subject: "Тема",
    original: "Исходное сообщение|Пересылаемое сообщение|Пересланное сообщение|Переадресованное сообщение",
    sent: "Отправлено (?:с|из)|Скачать Outlook",
  },
  uk: {
    wrote: "пише|написав(?:\\(-ла\\)|ла)?|написала",
    from: "Від|Від кого",
    date: "Надіслано|Відправлено|Дата",
    to: "Кому|Копія",
    subject: "Тема",
    original: "Оригінальне повідомлення|Вихідне повідомлення|Переслане повідомлення",
    sent: "Надіслано (?:з|із)|Відправлено (?:з|із)",
  },
  el: {
    wrote: "έγραψε|έγραψαν",
    from: "Από",
    date: "Στάλθηκε|Ημερομηνία|Αποστολή",
    to: "Προς|Κοιν",
    subject: "Θέμα",
    original: "Αρχικό μήνυμα|Προωθημένο μήνυμα",
    sent: "Στάλθηκε από|Εστάλη από",
  },
  tr: {
    wrote: "şunu yazdı|şunları yazdı|yazdı",
    from: "Kimden|Gönderen",
    date: "Gönderme|Tarih|Gönderilme zamanı|Gönderildi",
    to: "Kime|Alıcı|Bilgi",
    subject: "Konu",
    original: "(?:Özgün|Orijinal|Orjinal) (?:İleti|Mesaj)|İletilen mesaj|Yönlendirilmiş ileti",
    sent: ".+(?:'|’)?[dt][ae]n gönderildi|Outlook'u edinin",
  },
  ar: {
    wrote: "كتب|كتبت|تمت كتابة ما يلي|كتب ما يلي",
    from: "من|المرسل",
    date: "التاريخ|تم الإرسال|أرسل|تاريخ الإرسال",
    to: "إلى|نسخة",
    subject: "الموضوع",
    original: "الرسالة الأصلية|رسالة مُعاد توجيهها|رسالة معاد توجيهها|الرسالة الأساسية",
    sent: "أُرسلت من|أرسلت من|تم الإرسال من|مرسل من",
  },
  he: {
    wrote: "כתב|כתבה|כתב/ה|כתב\\(ה\\)|מאת",
    from: "מאת",
    date: "נשלח|תאריך",
    to: "אל|עותק|לכבוד",
    subject: "נושא|הנדון",
    original: "הודעה מקורית|ההודעה המקורית|הודעה שהועברה|הודעה שהועברה",
    sent: "נשלח מ",
  },
  zh: {
    wrote: "写道|寫道|寫下|写了|写到",
    from: "发件人|寄件者|寄件人|發件人|自",
    date: "发送时间|日期|寄件日期|傳送日期|發送時間|时间",
    to: "收件人|收件者|抄送|副本|至",
    subject: "主题|主旨|主題",
    original: "原始邮件|原始郵件|邮件原件|原始信件|转发的邮件|轉寄的郵件|转发邮件|转发邮件信息|回复的原邮件",
    sent: "发自我的|從我的 ?.+ ?傳送|从我的 ?.+ ?发送|發自我的|來自我的|来自我的",
  },
  ja: {
    wrote: "のメール|書きました|さんは書き|が書き",
    from: "差出人|From|送信者|送信元",
    date: "送信日時|日時|日付|送信日",
    to: "宛先|Cc|To",
    subject: "件名|Subject",
    original: "元のメッセージ|オリジナル ?メッセージ|転送されたメッセージ|転送メッセージ|Original Message",
    sent: "(?:私の)?(?:iPhone|iPad|Android|スマートフォン).*から送信|.+から送信",
  },
  ko: {
    wrote: "작성|님이 작성|님이 씀|님이 쓴 글",
    from: "보낸 ?사람|보낸이|발신",
    date: "보낸 ?날짜|날짜|보낸 ?시간|발송일",
    to: "받는 ?사람|참조|받는이|수신",
    subject: "제목",
    original: "원본 ?메시지|원본 ?메일|원래 ?메시지|전달된 ?메시지|전달된 ?메일",
    sent: "(?:나의|내) .+에서 보냄|.+에서 보냄",
  },
  vi: {
    wrote: "đã viết|viết",
    from: "Từ|Người gửi",
    date: "Đã gửi|Ngày|Gửi lúc|Vào ngày",
    to: "Đến|Tới|Người nhận|Gửi đến",
    subject: "Chủ đề|Tiêu đề",
    original: "Thư gốc|Tin nhắn gốc|Thư đã chuyển tiếp|Forwarded message",
    sent: "(?:Đã )?[Gg]ửi từ",
  },
  id: {
    wrote: "menulis|tulis",
    from: "Dari",
    date: "Terkirim|Dikirim|Tanggal",
    to: "Kepada|Ke|Untuk",
    subject: "Perihal|Subjek|Judul",
    original: "Pesan (?:Asli|asli|terusan|yang diteruskan)",
    sent: "Dikirim dari",
  },
  th: {
    wrote: "เขียนว่า|เขียน",
    from: "จาก",
    date: "ส่ง|วันที่|ส่งเมื่อ",
    to: "ถึง|สำเนา",
    subject: "เรื่อง|หัวเรื่อง",
    original: "ข้อความต้นฉบับ|ข้อความที่ส่งต่อ",
    sent: "ส่งจาก",
  },
  hi: {
    wrote: "ने लिखा|लिखा",
    from: "प्रेषक|से",
    date: "भेजा गया|दिनांक|तारीख",
    to: "प्रति|को",
    subject: "विषय",
    original: "मूल संदेश|अग्रेषित संदेश",
    sent: "मेरे .+ से भेजा",
  },
};

/** The languages whose separators are known. */
export const SEPARATOR_LANGUAGES = Object.keys(WORDS);

export type HeaderWord = "from" | "date" | "to" | "subject";

const LINE_MAX = 400;
const SEPARATOR_MAX = 120;
// A row's word and its colon are in so many characters of the line.
const WORD_MAX = 60;
const all = (key: keyof Words) => [...new Set(Object.values(WORDS).flatMap((words) => words[key]))].join("|");
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const WROTE = new RegExp(`(?:^|[^\\p{L}])(?:${all("wrote")})(?![\\p{L}])|写道|寫道|작성|書きました|เขียน`, "iu");
const ENDS = /[:：]["'”’]?$/u;
const HAS_ADDRESS = /[\w.+-]@[\w-]/;
const DIGIT = /\p{N}/u;
const ORIGINAL = new RegExp(`^[-_=*\\s]*(?:${all("original")})[-_=*:\\s]*$`, "iu");
const RULE = /^[-_=]{8,}$/;
const SENT = new RegExp(`^(?:${all("sent")})`, "iu");
const SENT_MAX = 100;
// Someone's name and a verb.
const SHORT_MAX = 80;

const ROW = (["from", "date", "to", "subject"] as const).map(
  (word) => [word, new RegExp(`^(?:${all(word)})\\s?[:：]`, "iu")] as const,
);

/** A line as it's compared: without what nobody sees, marks of formatting, and white space around it. */
export const bare = (text: string): string =>
  text
    .slice(0, LINE_MAX)
    .replace(INVISIBLE, "")
    .replace(/^[\s*_|]+|[\s*_|]+$/g, "")
    .replace(/[*_]+(?=\s?[:：])|(?<=[:：])[*_]+/g, "")
    .replace(/\s+/g, " ");

/** Whether a line, or several together, says who wrote what follows: "On … wrote:". */
export function isAttribution(text: string): boolean {
  const line = bare(text);
  const hasDigit = DIGIT.test(line);
  const isClosed = ENDS.test(line);
  const isDated = hasDigit && HAS_ADDRESS.test(line);
  if (isClosed) return isDated || ((hasDigit || line.length < SHORT_MAX) && WROTE.test(line));
  return isDated && WROTE.test(line);
}

/** Returns which row of a mail's header a line is. */
export function headerWord(text: string): HeaderWord | undefined {
  if (!/[:：]/.test(text.slice(0, WORD_MAX))) return undefined;
  const line = bare(text);
  return ROW.find(([, pattern]) => pattern.test(line))?.[0];
}

/** Whether a line names what follows an original or forwarded message, as "-----Original Message-----" does. */
export const isOriginalMessage = (text: string): boolean => text.length <= SEPARATOR_MAX && ORIGINAL.test(bare(text));

/** Whether a line is drawn with dashes or underscores, as Outlook does above a header. */
export const isRule = (text: string): boolean => RULE.test(text.trim());

/** Whether a line is what phones put below a mail: "Sent from my …". */
export const isSentFrom = (text: string): boolean => {
  const line = bare(text);
  return line.length <= SENT_MAX && SENT.test(line);
};
