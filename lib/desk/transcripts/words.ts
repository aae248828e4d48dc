const en = {
  you: "You",
  automatic: "sent automatically",
  zone: "Times: {zone}",
  files: "Files:",
  reply: "To reply, open the chat on {page}.",
  here: "our website",
};

/** The few words of a transcript, in the widget's languages. */
export const TRANSCRIPT_WORDS = {
  en,
  ar: {
    you: "أنت",
    automatic: "أُرسلت تلقائيًا",
    zone: "التوقيت: {zone}",
    files: "الملفات:",
    reply: "للرد، افتح المحادثة على {page}.",
    here: "موقعنا",
  },
  de: {
    you: "Sie",
    automatic: "automatisch gesendet",
    zone: "Zeiten: {zone}",
    files: "Dateien:",
    reply: "Zum Antworten öffnen Sie den Chat auf {page}.",
    here: "unserer Website",
  },
  es: {
    you: "Usted",
    automatic: "enviado automáticamente",
    zone: "Horas: {zone}",
    files: "Archivos:",
    reply: "Para responder, abra el chat en {page}.",
    here: "nuestro sitio web",
  },
  fr: {
    you: "Vous",
    automatic: "envoyé automatiquement",
    zone: "Heures : {zone}",
    files: "Fichiers :",
    reply: "Pour répondre, ouvrez le chat sur {page}.",
    here: "notre site",
  },
  ja: {
    you: "あなた",
    automatic: "自動送信",
    zone: "時刻: {zone}",
    files: "ファイル:",
    reply: "返信するには、こちらでチャットを開いてください: {page}",
    here: "当サイト",
  },
  pt: {
    you: "Você",
    automatic: "enviada automaticamente",
    zone: "Horários: {zone}",
    files: "Arquivos:",
    reply: "Para responder, abra o chat em {page}.",
    here: "nosso site",
  },
} satisfies Record<string, typeof en>;

export type TranscriptLanguage = keyof typeof TRANSCRIPT_WORDS;
